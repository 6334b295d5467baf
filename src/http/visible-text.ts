// What of a text can be seen: where a text is asked for, one that shows nothing is as good as none.

/**
 * Any character that leaves something on the screen: not spaces, controls, what only changes how others look, halves
 * of pairs, characters that never will be any; not the Braille pattern without dots and the marks around annotations.
 */
const visible =
  /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cs}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]/u

/** Whether a text shows nothing: it then counts as empty. Emoji that are joined of several have visible parts. */
export function isBlank(text: string): boolean {
  return !visible.test(text)
}

/** A text of one line as it is meant: without spaces around it, and empty if it shows nothing. */
export function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim()
}
