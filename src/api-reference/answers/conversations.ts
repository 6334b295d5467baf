// What calls about messages answer: reading, writing, marking, keeping for later, topics.
import {
  draft,
  fields,
  flag,
  ids,
  integer,
  by,
  list,
  maybe,
  message,
  orNull,
  reminder,
  savedSnippet,
  scheduledMessage,
  text,
  attachment,
  type Answers,
} from './shapes'

const marked = { ignored_because_not_subscribed_channels: maybe(ids) }
const range = { found_oldest: flag, found_newest: flag }

export const conversationAnswers: Answers = {
  'POST /api/v1/messages': { id: integer, automatic_new_visibility_policy: maybe(integer) },
  'GET /api/v1/messages': {
    anchor: maybe(integer),
    found_anchor: maybe(flag),
    found_oldest: maybe(flag),
    found_newest: maybe(flag),
    history_limited: flag,
    messages: list(message),
  },
  'POST /api/v1/messages/render': { rendered: text },
  'GET /api/v1/messages/matches_narrow': {
    messages: by('The messages that match, by ID', fields({ match_content: text, match_subject: text })),
  },
  'GET /api/v1/messages/{message_id}': { message, raw_content: text },
  'PATCH /api/v1/messages/{message_id}': { detached_uploads: list(attachment) },
  'GET /api/v1/messages/{message_id}/history': {
    message_history: list(
      fields({
        topic: text,
        content: text,
        rendered_content: text,
        user_id: orNull(integer),
        timestamp: integer,
        prev_content: maybe(text),
        prev_rendered_content: maybe(text),
        content_html_diff: maybe(text),
        prev_topic: maybe(text),
        stream: maybe(integer),
        prev_stream: maybe(integer),
      }),
    ),
  },
  'GET /api/v1/messages/{message_id}/read_receipts': { user_ids: ids },
  'POST /api/v1/messages/flags': { messages: ids, ...marked },
  'POST /api/v1/messages/flags/narrow': {
    processed_count: integer,
    updated_count: integer,
    first_processed_id: orNull(integer),
    last_processed_id: orNull(integer),
    ...range,
    ...marked,
  },
  'POST /api/v1/mark_all_as_read': { complete: flag },
  'POST /api/v1/streams/{stream_id}/delete_topic': { complete: flag },
  'GET /api/v1/users/me/{stream_id}/topics': { topics: list(fields({ name: text, max_id: integer })) },
  'GET /api/v1/drafts': { count: integer, drafts: list(draft) },
  'POST /api/v1/drafts': { ids },
  'GET /api/v1/saved_snippets': { saved_snippets: list(savedSnippet) },
  'POST /api/v1/saved_snippets': { saved_snippet_id: integer },
  'GET /api/v1/scheduled_messages': { scheduled_messages: list(scheduledMessage) },
  'POST /api/v1/scheduled_messages': { scheduled_message_id: integer },
  'GET /api/v1/reminders': { reminders: list(reminder) },
  'POST /api/v1/reminders': { reminder_id: integer },
}
