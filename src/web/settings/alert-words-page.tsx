// The page of alert words: of which one is told wherever they are said.
import { Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'
import { AddForm } from './controls/add-form'
import { Line, List } from './controls/list'
import { SaveNote, useSaving } from './controls/saving'

export function AlertWordsPage() {
  const words = [...state().alertWords].sort((a, b) => a.localeCompare(b))
  const { outcome, save } = useSaving()
  const [word, setWord] = useState('')
  return (
    <>
      <p class="hint">{text('settings.alertWordsHint')}</p>
      <AddForm
        label={text('settings.newAlertWord')}
        value={word}
        maxLength={100}
        onInput={setWord}
        submit={() => save(() => call('POST', '/users/me/alert_words', { alert_words: [word] }))}
      />
      <SaveNote outcome={outcome} />
      <List
        items={words}
        keyOf={(each) => each}
        label={text('settings.alertWords')}
        empty={text('settings.noAlertWords')}
      >
        {(each) => (
          <Line
            title={each}
            actions={
              <IconButton
                icon={Trash2}
                label={text('settings.remove', { name: each })}
                onClick={() =>
                  void save(() => call('DELETE', '/users/me/alert_words', { alert_words: [each] }))
                }
              />
            }
          />
        )}
      </List>
    </>
  )
}
