// Slack's blocks as Markdown (docs.slack.dev, "Blocks"): what can be read of them; buttons and menus do nothing here.
import {
  adjoined,
  bold,
  code,
  codeBlock,
  escaped,
  italic,
  joined,
  lines,
  link,
  say,
  nothing,
  paragraphs,
  quoted,
  struckOut,
  trusted,
  whileThereIsRoom,
  within,
  type Markdown,
} from '../markdown'
import type { Payload } from '../payload'
import { fromMrkdwn, fromPlainText, inlineOf } from './slack-mrkdwn'

const mostBlocks = 50
/** Of anything within a block. */
const mostElements = 100

export function fromBlocks(blocks: readonly Payload[]): Markdown {
  return paragraphs(...whileThereIsRoom(blocks.slice(0, mostBlocks), blockOf))
}

function blockOf(block: Payload): Markdown {
  switch (block.text('type')) {
    case 'header':
      return bold(escaped(block.text('text', 'text')))
    case 'section':
      return paragraphs(
        textOf(block.at('text')),
        lines(...whileThereIsRoom(elementsOf(block, 'fields'), textOf)),
      )
    case 'context':
      return joined(whileThereIsRoom(elementsOf(block, 'elements'), contextOf), ' ')
    case 'divider':
      return say`---`
    case 'image':
      return imageOf(block)
    case 'actions':
      return joined(whileThereIsRoom(elementsOf(block, 'elements'), buttonOf), ' · ')
    case 'markdown':
      return quoted(block.text('text'), 8000)
    case 'rich_text':
      return lines(...whileThereIsRoom(elementsOf(block, 'elements'), richPart))
    default:
      return nothing
  }
}

function elementsOf(block: Payload, name: string): readonly Payload[] {
  return block.list(name).slice(0, mostElements)
}

function textOf(text: Payload): Markdown {
  return text.text('type') === 'plain_text' ? fromPlainText(text.text('text')) : fromMrkdwn(text.text('text'))
}

function contextOf(element: Payload): Markdown {
  return element.text('type') === 'image'
    ? imageOf(element)
    : inlineOf(element.text('text').slice(0, 2000).replaceAll('\n', ' '))
}

function imageOf(image: Payload): Markdown {
  const name = image.text('title', 'text') || image.text('alt_text') || 'image'
  return link(escaped(name), image.text('image_url') || image.text('slack_file', 'url'))
}

/** Only what leads somewhere. */
function buttonOf(button: Payload): Markdown {
  const address = button.text('url')
  return address === '' ? nothing : link(escaped(button.text('text', 'text') || 'open'), address)
}

function richPart(part: Payload): Markdown {
  const elements = elementsOf(part, 'elements')
  switch (part.text('type')) {
    case 'rich_text_list': {
      const isOrdered = part.text('style') === 'ordered'
      const indent = '  '.repeat(Math.min(Math.max(0, Math.floor(part.number('indent') ?? 0)), 5))
      const item = ([index, each]: [number, Payload]) =>
        joined([trusted(isOrdered ? `${indent}${index + 1}.` : `${indent}-`), richLine(each)], ' ')
      return lines(...whileThereIsRoom(elements.entries(), item))
    }
    case 'rich_text_preformatted':
      return codeBlock(plainOf(elements))
    case 'rich_text_quote':
      return quoted(plainOf(elements))
    default:
      return richLine(part)
  }
}

function richLine(section: Payload): Markdown {
  return adjoined(whileThereIsRoom(elementsOf(section, 'elements'), richElement))
}

function plainOf(elements: readonly Payload[]): string {
  return elements.map((each) => each.text('text') || each.text('url')).join('')
}

function richElement(element: Payload): Markdown {
  switch (element.text('type')) {
    case 'text':
      return lines(
        ...element
          .text('text')
          .split('\n')
          .slice(0, mostElements)
          .map((line) => emphasized(line, element)),
      )
    case 'link':
      return link(escaped(element.text('text') || element.text('url')), element.text('url'))
    case 'emoji':
      return /^[\w+-]{1,60}$/.test(element.text('name')) ? say`:${element.text('name')}:` : nothing
    case 'user':
      return bold(`@${element.text('user_id')}`)
    case 'channel':
      return bold(`#${element.text('channel_id')}`)
    case 'usergroup':
      return bold(`@${element.text('usergroup_id')}`)
    case 'broadcast':
      return bold(`@${element.text('range')}`)
    case 'date':
      return within(element.text('fallback'))
    default:
      return nothing
  }
}

/** Emphasis has no spaces at its edges. */
function emphasized(text: string, element: Payload): Markdown {
  const [, before = '', inside = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text.slice(0, 8000)) ?? []
  if (inside === '') return within(text.slice(0, 100))
  let shown = element.is('style', 'code') ? code(inside, 2000) : within(inside)
  if (element.is('style', 'strike')) shown = struckOut(shown)
  if (element.is('style', 'italic')) shown = italic(shown)
  if (element.is('style', 'bold')) shown = bold(shown)
  return joined([within(before), shown, within(after)], '')
}
