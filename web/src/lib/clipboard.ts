/** Copying. Browsers only let pages copy that came over https, or from this very machine: so it can fail anywhere. */

/** Whether it was copied. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
