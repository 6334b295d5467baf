// All shortcuts there are, by what they are for: `?` shows them.
import { Fragment } from 'preact'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { text } from '../texts/text'
import { keyNames } from './key-names'
import { allShortcuts, shortcut, shortcutAreas, type Shortcut, type ShortcutArea } from './shortcuts'

shortcut({ keys: '?', area: 'general', label: 'shortcuts.show', run: showShortcuts })

export function showShortcuts(): void {
  showDialog((close) => <ShortcutsDialog onClose={close} />)
}

function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={text('shortcuts.title')} size="medium" isToBeRead onClose={onClose}>
      <div class="shortcut-areas">
        {shortcutAreas.map((area) => (
          <Area key={area} area={area} />
        ))}
      </div>
    </Dialog>
  )
}

function Area({ area }: { area: ShortcutArea }) {
  const commands = commandsOf(allShortcuts.value, area)
  if (commands.length === 0) return null
  return (
    <section>
      <h3>{text(`shortcuts.${area}`)}</h3>
      <dl>
        {commands.map(({ label, keys }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((each) => (
                <Keys key={each} keys={each} />
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

/** What can be done in an area; one that works in several places is one line. */
function commandsOf(all: readonly Shortcut[], area: ShortcutArea): { label: string; keys: string[] }[] {
  const byLabel = new Map<string, Set<string>>()
  for (const each of all) {
    if (each.area !== area) continue
    const label = text(each.label)
    byLabel.set(label, new Set([...(byLabel.get(label) ?? []), ...[each.keys].flat()]))
  }
  return [...byLabel].map(([label, keys]) => ({ label, keys: [...keys] }))
}

/** Keys as they stand on the keyboard. */
function Keys({ keys }: { keys: string }) {
  return (
    <span class="keys">
      {keyNames(keys).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  )
}
