/** Copying. Browsers allow it only for pages loaded over https or from the same machine, so it can fail. */

/** Copy a text, and return whether that worked. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
