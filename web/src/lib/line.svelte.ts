/** Whether there is a connection, by what requests have met. */

export const line = $state({
  missing: 0, // requests that failed for want of a connection and will be repeated
  lost: false, // whether the server couldn't be reached the last time
});

/** Carry out something at once when the network is back; return how to give that up. */
export function whenBack(action: () => void): () => void {
  addEventListener("online", action);
  return () => removeEventListener("online", action);
}
