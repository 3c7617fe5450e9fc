/** Return a card's name or text in the player's language. */
export function spoken(words: Record<string, string> | undefined): string {
  return words?.[document.documentElement.lang] ?? words?.en ?? Object.values(words ?? {})[0] ?? "";
}

/** Positions on the table, in pixels. */
export function around(place: number, places: number, width: number, height: number) {
  const turn = Math.PI / 2 + (place * 2 * Math.PI) / places; // A at the bottom, the others clockwise
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const size = Math.max(38, Math.min(80, height * 0.16, width * 0.15));
  const ry = Math.max(30, height / 2 - size * 0.88);
  const rx = Math.max(50, Math.min(width / 2 - size * 1.35, ry * (height < 300 ? 1.6 : 1.35)));
  return {
    cos,
    sin,
    size,
    rx,
    ry,
    x: width / 2 + (rx + size * 0.3) * cos,
    y: height / 2 + (ry + size * 0.3) * sin,
    degrees: (turn * 180) / Math.PI,
  };
}
