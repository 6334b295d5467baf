// Saved snippets in a menu: to put one in, or to keep what is selected.
import { Plus } from 'lucide-preact'
import { call } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { showLoaded } from '../parts/loaded-dialog'
import { showMenu, type MenuEntry } from '../parts/menu'
import { toast } from '../parts/toasts'
import { text } from '../texts/text'
import type { TextBox } from './text-box'

export function showSnippets(box: TextBox, at: Element): void {
  const { start, end } = box.selection
  const selected = box.text.peek().slice(start, end) || box.text.peek()
  const entries: MenuEntry[] = state().savedSnippets.map(({ title, content }) => ({
    label: title,
    run: () => box.insert(content),
  }))
  if (entries.length > 0) entries.push(undefined)
  entries.push({
    label: text('writing.newSnippet'),
    icon: Plus,
    run: () => {
      showLoaded(
        () => import('./snippet-dialog'),
        ({ SnippetDialog }) =>
          showDialog((close) => <SnippetDialog content={selected} save={saveSnippet} close={close} />),
      )
    },
  })
  showMenu(text('writing.snippets'), at, entries)
}

/** @throws Problem, Unreachable */
async function saveSnippet(title: string, content: string): Promise<void> {
  await call('POST', '/saved_snippets', { title, content })
  toast(text('writing.snippetSaved', { title }))
}
