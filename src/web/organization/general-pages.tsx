// The pages of the organization that are settings and little else: how it works, who joins, what happens to reports.
import { useState } from 'preact/hooks'
import { Trash2 } from 'lucide-preact'
import { call } from '../api/call'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { isOwner } from '../store/permissions'
import { text } from '../texts/text'
import { AddForm } from '../settings/controls/add-form'
import { Line, List } from '../settings/controls/list'
import { Refused } from '../settings/controls/refused'
import { Section } from '../settings/controls/row'
import { SaveNote, useSaving } from '../settings/controls/saving'
import { SettingGroups } from '../settings/controls/setting-rows'
import {
  administratorsOnly,
  generalGroups,
  joining,
  moderation,
  organizationSettings,
  welcome,
} from './settings'

export function GeneralPage() {
  return (
    <Refused why={administratorsOnly()}>
      <SettingGroups of={organizationSettings} groups={generalGroups} />
    </Refused>
  )
}

export function JoiningPage() {
  return (
    <Refused why={administratorsOnly()}>
      <SettingGroups of={organizationSettings} groups={[joining]} />
      <Domains />
      <SettingGroups of={organizationSettings} groups={[welcome]} />
    </Refused>
  )
}

export function ModerationPage() {
  return (
    <Refused why={administratorsOnly()}>
      <SettingGroups of={organizationSettings} groups={[moderation]} />
    </Refused>
  )
}

/** Domains of addresses that people may join with, where that is restricted. */
function Domains() {
  const [domain, setDomain] = useState('')
  const { outcome, save } = useSaving()
  const mayChange = isOwner(state())
  return (
    <Section
      title={text('organization.domains')}
      hint={mayChange ? undefined : text('organization.ownersOnly')}
    >
      {mayChange && (
        <AddForm
          label={text('organization.newDomain')}
          value={domain}
          maxLength={253}
          onInput={setDomain}
          submit={() => save(() => call('POST', '/realm/domains', { domain }))}
        />
      )}
      <SaveNote outcome={outcome} />
      <List
        items={state().emailDomains}
        keyOf={({ domain }) => domain}
        label={text('organization.domains')}
        empty={text('organization.noDomains')}
      >
        {({ domain, allow_subdomains }) => (
          <Line
            title={domain}
            note={
              <label class="check">
                <input
                  type="checkbox"
                  checked={allow_subdomains}
                  disabled={!mayChange}
                  onChange={({ currentTarget }) =>
                    void save(() =>
                      call('PATCH', `/realm/domains/${domain}`, { allow_subdomains: currentTarget.checked }),
                    )
                  }
                />
                {text('organization.subdomainsToo')}
              </label>
            }
            actions={
              mayChange && (
                <IconButton
                  icon={Trash2}
                  label={text('settings.remove', { name: domain })}
                  onClick={() => void save(() => call('DELETE', `/realm/domains/${domain}`))}
                />
              )
            }
          />
        )}
      </List>
    </Section>
  )
}
