// What follows when whoever runs the server has configured its ways to devices otherwise than at its last start.
import { emit } from '../../events/event'
import { never } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import { isPushConfigured } from '../../organization/rules'
import { storedSettings, storeValue } from '../../organization/settings'
import type { Transaction } from '../../organization/writer'
import { settingsChangedEvent } from '../../organization-settings/wire'
import { bouncerLane } from '../bouncer'
import { tellBouncer } from '../plain/forgetting'
import { laneOf } from '../plain/lanes'
import { allDevices } from '../plain/repository'

/** Kept among the settings; they are none, so nobody is told of them as such. */
const keys = { isConfigured: 'push_was_configured', bouncer: 'push_bouncer_told' }

/** When there is something to be followed, in milliseconds: now or never. */
export function nextPushConfiguration(organization: Organization): number {
  const { isNew, isOtherBouncer } = differences(organization)
  return isNew || isOtherBouncer ? organization.clock.now() : never
}

/** Tells clients whether devices are notified, and a new bouncer of all devices, once. Called by the timer. */
export async function followPushConfiguration(organization: Organization): Promise<void> {
  const { isConfigured, bouncer } = configuration(organization)
  const { isNew, isOtherBouncer } = differences(organization)
  await organization.write((tx) => {
    if (isNew) {
      storeValue(tx, keys.isConfigured, isConfigured)
      emit(tx, settingsChangedEvent({ push_notifications_enabled: isConfigured }))
    }
    if (isOtherBouncer) {
      storeValue(tx, keys.bouncer, bouncer)
      tellOfAllDevices(tx)
    }
  })
}

/** What is configured otherwise than was known. */
function differences(organization: Organization): { isNew: boolean; isOtherBouncer: boolean } {
  const { isConfigured, bouncer } = configuration(organization)
  const known = storedSettings(organization)
  return {
    isNew: (known.get(keys.isConfigured) ?? false) !== isConfigured,
    isOtherBouncer: (known.get(keys.bouncer) ?? null) !== bouncer,
  }
}

function configuration({ rules }: Organization): { isConfigured: boolean; bouncer: string | null } {
  const { bouncer } = rules.push
  return { isConfigured: isPushConfigured(rules), bouncer: bouncer && `${bouncer.id} ${bouncer.url}` }
}

function tellOfAllDevices(tx: Transaction): void {
  for (const { id, kind } of allDevices(tx)) {
    if (laneOf(tx.organization, kind) === bouncerLane) tellBouncer(tx, id)
  }
}
