// The page of one's sessions: browsers that are logged in, each of which can be logged out from here.
import { Monitor, Smartphone } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call'
import { isFields } from '../store/shapes'
import { text } from '../texts/text'
import { whenWords } from '../texts/times'
import { useFetched, WhenFetched } from './controls/fetched'
import { ask } from './controls/form-dialog'
import { Line, List } from './controls/list'
import { SaveNote, useSaving } from './controls/saving'

interface Session {
  id: number
  device: string
  address: string
  last_seen: number
  is_current: boolean
}

/** In milliseconds. */
const askedEvery = 5000

export function SessionsPage() {
  const sessions = useFetched(async () => {
    const answer = await call('GET', '/users/me/sessions')
    return Array.isArray(answer['sessions']) ? answer['sessions'].filter(isSession) : []
  })
  // No event tells of sessions: whoever looks at them sees others come and go a few seconds later.
  useEffect(() => {
    const timer = setInterval(() => void sessions.again(), askedEvery)
    return () => clearInterval(timer)
  }, [])
  const { outcome, save } = useSaving()
  const end = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) await call('DELETE', `/users/me/sessions/${id}`)
    await sessions.again()
  }
  return (
    <WhenFetched of={sessions}>
      {(all) => {
        const others = all.filter(({ is_current }) => !is_current).map(({ id }) => id)
        return (
          <>
            <p class="hint">{text('settings.sessionsHint')}</p>
            <List items={all} keyOf={({ id }) => id} label={text('settings.sessions')} empty="">
              {(session) => (
                <Line
                  icon={/android|ios|iphone|ipad/i.test(session.device) ? Smartphone : Monitor}
                  title={deviceWords(session.device)}
                  note={text(session.is_current ? 'settings.thisSession' : 'settings.sessionSeen', {
                    address: session.address,
                    when: whenWords(session.last_seen),
                  })}
                  actions={
                    !session.is_current && (
                      <button
                        type="button"
                        class="button plain"
                        aria-label={text('settings.endSession', { device: deviceWords(session.device) })}
                        onClick={() => void save(() => end([session.id]))}
                      >
                        {text('settings.logOut')}
                      </button>
                    )
                  }
                />
              )}
            </List>
            <SaveNote outcome={outcome} />
            {others.length > 0 && (
              <button
                type="button"
                class="button danger"
                onClick={() =>
                  ask({
                    title: text('settings.endOthers'),
                    words: text('settings.endOthersWords', { count: others.length }),
                    action: text('settings.endOthers'),
                    run: () => end(others),
                  })
                }
              >
                {text('settings.endOthers')}
              </button>
            )}
          </>
        )
      }}
    </WhenFetched>
  )
}

/** What the server calls a device, such as `Firefox on Linux`, in the reader's words. */
function deviceWords(device: string): string {
  if (device === 'Unknown device') return text('settings.unknownDevice')
  const [, named, system] = /^(.+) on (.+)$/.exec(device) ?? [undefined, device]
  const program = named === 'Unknown browser' ? text('settings.unknownBrowser') : (named ?? device)
  return system === undefined ? program : text('settings.deviceOn', { program, system })
}

function isSession(value: unknown): value is Session {
  return (
    isFields(value) &&
    typeof value['id'] === 'number' &&
    typeof value['device'] === 'string' &&
    typeof value['address'] === 'string' &&
    typeof value['last_seen'] === 'number' &&
    typeof value['is_current'] === 'boolean'
  )
}
