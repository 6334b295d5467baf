// What the address of an integration may say beside where to post; a bot's configuration may say the same by these names.
import { Type } from '@sinclair/typebox'
import { Text } from '../http/parameters'

const option = (description: string, maxLength = 1000) => Type.Optional(Text({ maxLength, description }))

export const optionParameters = {
  branches: option('Only these branches are told of, separated by commas; `*` stands for any characters'),
  template: option(
    'Markdown to be posted, in which `{{name.of.field}}` stands for what the sender sends there',
    5000,
  ),
  topic_template: option('The topic to post to, made in the same way'),
} as const

export type OptionName = keyof typeof optionParameters

/** The name under which the configuration of a bot has the secret by which senders prove who they are. */
export const secretName = 'webhook_secret'
