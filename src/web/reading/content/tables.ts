// Tables wider than the page scroll by themselves.
import { text } from '../../texts/text'
import { all, make } from './nodes'

export function prepareTables(nodes: DocumentFragment): void {
  for (const table of all(nodes, 'table')) {
    const box = make('div', { class: 'table-box' })
    box.tabIndex = 0
    box.role = 'region'
    box.ariaLabel = text('reading.table')
    table.replaceWith(box)
    box.append(table)
  }
}
