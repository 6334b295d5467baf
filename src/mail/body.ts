// What mails say, as parts that are written once and shown as plain text and as HTML.
import type { Html } from '../pages/html'

/** A piece of a sentence: words, or a link. */
export type Inline = string | Link

export interface Link {
  readonly label: string
  readonly url: string
}

/** A part of a mail. */
export type Part =
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  /** What the reader is to do, if anything. */
  | { readonly kind: 'button'; readonly link: Link }
  /** Values by their names. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [string, Inline])[] }
  /** Somebody's own words, line breaks and all. */
  | { readonly kind: 'quote'; readonly text: string }
  /** What is said beside the matter. */
  | { readonly kind: 'note'; readonly content: readonly Inline[] }
  /** What is HTML already, with the same as plain text. */
  | { readonly kind: 'ready'; readonly html: Html; readonly text: string }

export function paragraph(...content: Inline[]): Part {
  return { kind: 'paragraph', content }
}

export function button(label: string, url: string): Part {
  return { kind: 'button', link: { label, url } }
}

export function facts(...facts: (readonly [string, Inline])[]): Part {
  return { kind: 'facts', facts }
}

export function quote(text: string): Part {
  return { kind: 'quote', text }
}

export function note(...content: Inline[]): Part {
  return { kind: 'note', content }
}

/** @param text the same for those who read no HTML */
export function ready(html: Html, text: string): Part {
  return { kind: 'ready', html, text }
}

export function link(label: string, url: string): Link {
  return { label, url }
}

/** Without line breaks, so that nothing goes on where something else should, and what can't be seen; joiners are parts of emoji. */
export function oneLine(text: string): string {
  return text.replaceAll(/(?:(?![\u200c\u200d])[\p{C}\p{Z}\s])+/gu, ' ').trim()
}

/** The parts as plain text, in lines that programs may break as they like. */
export function plainText(parts: readonly Part[]): string {
  return `${parts.map(partText).join('\n\n')}\n`
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'paragraph':
    case 'note':
      return part.content.map(inlineText).join('')
    case 'button':
      return `${part.link.label}:\n${part.link.url}`
    case 'facts':
      return part.facts.map(([name, value]) => `${name}: ${inlineText(value)}`).join('\n')
    case 'quote':
      return part.text
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'ready':
      return part.text
  }
}

function inlineText(inline: Inline): string {
  if (typeof inline === 'string') return inline
  const { label, url } = inline
  return label === url ? url : `${label} (${url})`
}
