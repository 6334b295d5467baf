// Incoming webhooks on the wire: the integrations there are, and what bots were told of in vain.
import type { StatePart } from '../../events/state'
import { filterable, type Integration } from '../integration'
import { integrations } from '../integrations/registry'
import { optionParameters } from '../options'
import type { UnsupportedEvent } from '../repository'

/** An integration, as clients offer it to those who make bots. */
function integrationObject(integration: Integration) {
  const { name, displayName, options = [] } = integration
  return {
    name,
    display_name: displayName,
    all_event_types: filterable(integration),
    config_options: options.map((key) => ({
      key,
      label: optionParameters[key].description ?? key,
      validator: 'check_string',
    })),
  }
}

/** All integrations, in the order of their names. */
export const integrationObjects = integrations.map(integrationObject)

export function unsupportedEventObject({ botId, integration, event, count, lastAt }: UnsupportedEvent) {
  return { bot_id: botId, integration, event, count, last_timestamp: lastAt }
}

/** `realm_incoming_webhook_bots`: the same for everybody, for as long as the server runs. */
export const integrationsState: StatePart = {
  types: ['realm_incoming_webhook_bots'],
  read: () => ({ realm_incoming_webhook_bots: integrationObjects }),
}
