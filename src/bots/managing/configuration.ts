// What bots are configured with, as callers say it, checked: default channels, payload address, texts for their program.
import { visibleChannel } from '../../channels/access'
import { invalidParameter } from '../../http/errors'
import { isLongerThan } from '../../http/text-length'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import type { NewBotDetails } from '../repository'

/** Undefined: not said, so that it stays as it is. */
export interface Configuration {
  /** By name; empty for none. */
  defaultSendingChannel: string | undefined
  defaultEventsChannel: string | undefined
  hearsPublicChannels: boolean | undefined
  serviceName?: string | undefined
  payloadUrl: string | undefined
  /** 1 the protocol's own format, 2 that of Slack. */
  payloadFormat: number | undefined
  configData: Readonly<Record<string, string>> | undefined
}

/** Of names and values together, in code points. */
export const maxConfigLength = 10_000

/**
 * The defaults and the configuration as they are stored.
 * @throws ApiError REQUEST_VARIABLE_INVALID; STREAM_DOES_NOT_EXIST for a default that the caller does not see
 */
export function checkedDetails(
  organization: Organization,
  caller: User,
  said: Configuration,
): Partial<NewBotDetails> {
  const { defaultSendingChannel, defaultEventsChannel, hearsPublicChannels, serviceName, configData } = said
  const details: Partial<NewBotDetails> = {}
  if (defaultSendingChannel !== undefined) {
    const name = 'default_sending_stream'
    details.defaultSendingChannelId = defaultChannel(organization, caller, name, defaultSendingChannel)
  }
  if (defaultEventsChannel !== undefined) {
    const name = 'default_events_register_stream'
    details.defaultEventsChannelId = defaultChannel(organization, caller, name, defaultEventsChannel)
  }
  if (hearsPublicChannels !== undefined) details.hearsPublicChannels = hearsPublicChannels
  if (serviceName !== undefined) details.serviceName = serviceName.trim()
  if (configData !== undefined) details.configData = checkedConfigData(configData)
  return details
}

/** Those who administer a bot see what the channel is called, so it has to be one that all of them see. */
function defaultChannel(
  organization: Organization,
  caller: User,
  parameter: string,
  name: string,
): number | null {
  if (name.trim() === '') return null
  const channel = visibleChannel(organization, caller, name)
  if (channel.isPrivate || channel.isArchived) {
    throw invalidParameter(parameter, `${parameter} must be a public channel that is not archived`)
  }
  return channel.id
}

function checkedConfigData(data: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (isLongerThan(Object.entries(data).flat().join(''), maxConfigLength)) {
    throw invalidParameter('config_data', `config_data is too long (limit: ${maxConfigLength} characters)`)
  }
  return data
}

/**
 * An address that payloads are posted to, as it is stored. Clients send it as JSON or as it is.
 * @throws ApiError REQUEST_VARIABLE_INVALID naming the parameter
 */
export function checkedPayloadUrl(parameter: string, said: string): string {
  const text = unquoted(said).trim()
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw invalidParameter(parameter, `${parameter} is not an http or https URL`)
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidParameter(parameter, `${parameter} must not hold a user name or password`)
  }
  return text
}

/** No address begins with a quotation mark, so one that does is JSON. */
function unquoted(said: string): string {
  const quoted = /^\s*"(?<text>[^"\\]*)"\s*$/.exec(said)
  return quoted?.groups?.['text'] ?? said
}
