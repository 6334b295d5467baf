// A topic as it is shown: the one without a name has one of the organization's.
import { state } from '../live/state'

export function topicText(topic: string): string {
  return topic === '' ? state().organization.empty_topic_display_name : topic
}
