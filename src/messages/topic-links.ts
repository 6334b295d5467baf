// The links in topics: what the organization's linkifiers match, and web addresses (contract 2.2, `topic_links`).
import { compiledLinkifiers } from '../linkifiers/repository'
import type { CompiledLinkifier } from '../markdown/linkifiers'
import { renderTopicLinks } from '../markdown/render'
import type { Organization } from '../organization/organization'

export type TopicLinks = readonly { text: string; url: string }[]

export const noLinks: TopicLinks = []

/** How many topics' links are kept for a list of linkifiers. */
const maxKept = 10_000

/** Every message has those of its topic, so they are kept as long as the linkifiers are the same. */
const kept = new WeakMap<readonly CompiledLinkifier[], Map<string, TopicLinks>>()

/** The links in a topic, in the order of the text. */
export function topicLinks(organization: Organization, topic: string): TopicLinks {
  const linkifiers = compiledLinkifiers(organization)
  if (linkifiers.length === 0 && !topic.includes('://')) return noLinks
  const known = kept.get(linkifiers) ?? new Map<string, TopicLinks>()
  kept.set(linkifiers, known)
  const hit = known.get(topic)
  if (hit) return hit
  if (known.size >= maxKept) known.clear()
  const links = renderTopicLinks(topic, linkifiers)
  known.set(topic, links)
  return links
}
