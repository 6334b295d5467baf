// Lengths as the server counts them: in code points.

export function codePoints(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isPair = unit >= 0xd800 && unit < 0xdc00 && text.charCodeAt(at + 1) >> 10 === 0x37
    if (isPair) at++
    count++
  }
  return count
}

/** Whether the text has more code points than that. Most texts are not counted for it. */
export function isLonger(text: string, than: number): boolean {
  return text.length > than && codePoints(text) > than
}
