// The pages that are personal settings and nothing else: preferences, privacy.
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { text, type TextKey } from '../texts/text'
import { Section } from './controls/row'
import { SaveNote, useChange } from './controls/saving'
import { SettingGroups } from './controls/setting-rows'
import * as groups from './preferences'

export function PreferencesPage() {
  return (
    <>
      <Density />
      <SettingGroups
        of={groups.ownSettings}
        groups={[
          groups.appearance,
          groups.language,
          groups.timeFormat,
          groups.navigation,
          groups.reading,
          groups.writing,
          groups.topics,
          groups.otherApps,
        ]}
      />
    </>
  )
}

export function PrivacyPage() {
  return <SettingGroups of={groups.ownSettings} groups={[groups.privacy, groups.ownPrivacy]} />
}

/** Sizes that go well together: `web_font_size_px` and `web_line_height_percent`. */
const densities: readonly { name: TextKey; size: number; leading: number }[] = [
  { name: 'settings.densityCompact', size: 14, leading: 122 },
  { name: 'settings.densityUsual', size: 16, leading: 140 },
  { name: 'settings.densityRoomy', size: 18, leading: 150 },
]

/** Both sizes by one choice; what is chosen beyond these three is none of them. */
function Density() {
  const { web_font_size_px: size, web_line_height_percent: leading } = state().userSettings
  const now = densities.findIndex((each) => each.size === size && each.leading === leading)
  const { shown, change, outcome } = useChange(now, async (index) => {
    const { size, leading } = densities[index] ?? { size: 16, leading: 140 }
    await call('PATCH', '/settings', { web_font_size_px: size, web_line_height_percent: leading })
  })
  const [group] = useState(() => `density-${String(Math.random()).slice(2)}`)
  return (
    <Section title={text('settings.density')}>
      <fieldset class="densities">
        <legend class="for-ears">{text('settings.density')}</legend>
        {densities.map(({ name, size }, index) => (
          <label key={name} class="density">
            <input type="radio" name={group} checked={shown === index} onChange={() => void change(index)} />
            <span style={{ fontSize: `${String(size)}px` }} aria-hidden="true">
              Aa
            </span>
            {text(name)}
          </label>
        ))}
      </fieldset>
      <SaveNote outcome={outcome} />
    </Section>
  )
}
