// An example of each call, shown in three languages: test/api-reference-examples.test.ts runs them all.

export interface Example {
  /** What stands in the path, where that is not an ID. */
  path?: Readonly<Record<string, string>>
  parameters?: Readonly<Record<string, unknown>>
  /** A file that is sent with them, by name. */
  file?: string
}

const nothing: Example = {}
const login = { parameters: { username: 'you@example.com', password: 'correct horse battery' } }
const picture = { file: 'picture.png' }
const settings = { parameters: { twenty_four_hour_time: true } }
const alertWords = { parameters: { alert_words: ['tea'] } }
const later = 1_790_000_000
const inUploads = { realm_id: '1', key: 'Xgv9JTs76EvcyYn2t5t4StLs', name: 'picture.png' }
const fragment = { fragment: 'narrow%2Fis%2Fstarred' }

/** Calls that are made otherwise than with parameters, with why there is no example. */
export const withoutExample: readonly RegExp[] = [
  // By libraries for tus, such as tus-js-client.
  / \/api\/v1\/tus/,
  // By services elsewhere, and by mail servers: each sends a body of its own.
  /^POST \/api\/v1\/external/,
  /email_mirror$/,
  // By phones, which encrypt for themselves, and are reached only where there is a gateway.
  / \/api\/v1\/mobile_push/,
  // Their addresses are those that the server gives out, and signs.
  /^GET \/(external_content|user_avatars)/,
  /^GET \/user_uploads\/temporary/,
]

/** Of all calls that take more than what stands in the path. */
const examples: Readonly<Record<string, Example>> = {
  'POST /api/v1/fetch_api_key': login,
  'POST /api/v1/accounts/login': login,
  'POST /api/v1/users': {
    parameters: { email: 'ada@example.com', password: 'correct horse battery', full_name: 'Ada' },
  },
  'PATCH /api/v1/users/{user_id}': { parameters: { role: 300 } },
  'POST /api/v1/bots': { parameters: { full_name: 'Weather', short_name: 'weather', bot_type: 1 } },
  'PATCH /api/v1/bots/{bot_id}': { parameters: { full_name: 'Weather and tides' } },
  'PUT /api/v1/bot_storage': { parameters: { storage: { tide: 'high' } } },
  'PATCH /api/v1/settings': settings,
  'PATCH /api/v1/settings/display': settings,
  'PATCH /api/v1/settings/notifications': { parameters: { enable_sounds: false } },
  'PATCH /api/v1/realm/user_settings_defaults': settings,
  'POST /api/v1/zcommand': { parameters: { command: '/ping' } },
  'POST /api/v1/invites': { parameters: { invitee_emails: 'ada@example.net', stream_ids: [] } },
  'POST /api/v1/invites/multiuse': { parameters: { stream_ids: [] } },
  'POST /api/v1/realm/domains': { parameters: { domain: 'example.net', allow_subdomains: true } },
  'PATCH /api/v1/realm/domains/{domain}': {
    path: { domain: 'example.net' },
    parameters: { allow_subdomains: false },
  },
  'DELETE /api/v1/realm/domains/{domain}': { path: { domain: 'example.net' } },
  'POST /api/v1/user_groups/create': {
    parameters: { name: 'Bakers', description: 'Up at three', members: [3] },
  },
  'PATCH /api/v1/user_groups/{user_group_id}': { parameters: { description: 'Up at four' } },
  'POST /api/v1/user_groups/{user_group_id}/members': { parameters: { add: [3] } },
  'POST /api/v1/user_groups/{user_group_id}/subgroups': { parameters: { add: [12] } },
  'POST /api/v1/realm/profile_fields': { parameters: { field_type: 1, name: 'Favourite bread' } },
  'PATCH /api/v1/realm/profile_fields': { parameters: { order: [2, 1] } },
  'PATCH /api/v1/realm/profile_fields/{field_id}': { parameters: { hint: 'Rye, for example' } },
  'PATCH /api/v1/users/me/profile_data': { parameters: { data: [{ id: 1, value: 'Rye' }] } },
  'DELETE /api/v1/users/me/profile_data': { parameters: { data: [1] } },
  'PATCH /api/v1/channel_folders': { parameters: { order: [2, 1] } },
  'POST /api/v1/channel_folders/create': { parameters: { name: 'Shop' } },
  'PATCH /api/v1/channel_folders/{channel_folder_id}': { parameters: { is_archived: true } },
  'PATCH /api/v1/realm/linkifiers': { parameters: { ordered_linkifier_ids: [2, 1] } },
  'POST /api/v1/realm/filters': {
    parameters: { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/tickets/{id}' },
  },
  'PATCH /api/v1/realm/filters/{filter_id}': {
    parameters: { url_template: 'https://example.com/issues/{id}' },
  },
  'POST /api/v1/realm/playgrounds': {
    parameters: {
      name: 'Python at example.com',
      pygments_language: 'Python',
      url_template: 'https://example.com/{code}',
    },
  },
  'POST /api/v1/messages': {
    parameters: { type: 'channel', to: 1, topic: 'greetings', content: 'Hello, **world**!' },
  },
  'GET /api/v1/messages': {
    parameters: {
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: 'general' }],
    },
  },
  'POST /api/v1/messages/render': { parameters: { content: 'Hello, **world**!' } },
  'GET /api/v1/messages/matches_narrow': {
    parameters: { msg_ids: [42], narrow: [{ operator: 'is', operand: 'starred' }] },
  },
  'PATCH /api/v1/messages/{message_id}': { parameters: { content: 'Hello, *everybody*!' } },
  'PATCH /api/v1/realm': { parameters: { description: 'We bake.' } },
  'POST /api/v1/realm/test_welcome_bot_custom_message': {
    parameters: { welcome_message_custom_text: 'Say hello in #**general**!' },
  },
  'POST /api/v1/export/realm': { parameters: { export_type: 1 } },
  'GET /api/v1/realm/audit_log': { parameters: { limit: 20 } },
  'POST /api/v1/streams/{stream_id}/delete_topic': { parameters: { topic_name: 'greetings' } },
  'POST /api/v1/messages/flags': { parameters: { messages: [42], op: 'add', flag: 'starred' } },
  'POST /api/v1/messages/flags/narrow': {
    parameters: {
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: 'general' }],
      op: 'add',
      flag: 'read',
    },
  },
  'POST /api/v1/mark_stream_as_read': { parameters: { stream_id: 1 } },
  'POST /api/v1/mark_topic_as_read': { parameters: { stream_id: 1, topic_name: 'greetings' } },
  'POST /api/v1/users/me/alert_words': alertWords,
  'DELETE /api/v1/users/me/alert_words': alertWords,
  'POST /api/v1/saved_snippets': { parameters: { title: 'Greeting', content: 'Hello, **world**!' } },
  'PATCH /api/v1/saved_snippets/{saved_snippet_id}': { parameters: { title: 'Welcome' } },
  'POST /api/v1/drafts': {
    parameters: { drafts: [{ type: 'stream', to: [1], topic: 'greetings', content: 'Hello, …' }] },
  },
  'PATCH /api/v1/drafts/{draft_id}': {
    parameters: { draft: { type: 'stream', to: [1], topic: 'greetings', content: 'Hello, w…' } },
  },
  'POST /api/v1/user_topics': { parameters: { stream_id: 1, topic: 'greetings', visibility_policy: 3 } },
  'PATCH /api/v1/users/me/subscriptions/muted_topics': {
    parameters: { stream_id: 1, topic: 'greetings', op: 'add' },
  },
  'POST /api/v1/typing': { parameters: { type: 'direct', to: [3], op: 'start' } },
  'POST /api/v1/messages/{message_id}/typing': { parameters: { op: 'start' } },
  'POST /api/v1/submessage': {
    parameters: {
      message_id: 42,
      msg_type: 'widget',
      content: '{"type":"new_option","idx":1,"option":"perhaps"}',
    },
  },
  'POST /api/v1/messages/{message_id}/report': { parameters: { report_type: 'spam' } },
  'GET /api/v1/get_stream_id': { parameters: { stream: 'general' } },
  'PATCH /api/v1/streams/{stream_id}': { parameters: { description: 'What concerns all of us' } },
  'POST /api/v1/default_streams': { parameters: { stream_id: 1 } },
  'DELETE /api/v1/default_streams': { parameters: { stream_id: 1 } },
  'POST /api/v1/default_stream_groups/create': {
    parameters: { group_name: 'Shop', description: 'Those who sell', stream_names: [] },
  },
  'PATCH /api/v1/default_stream_groups/{group_id}': {
    parameters: { new_description: 'Those who sell, and advise' },
  },
  'PATCH /api/v1/default_stream_groups/{group_id}/streams': {
    parameters: { op: 'add', stream_names: ['orders'] },
  },
  'POST /api/v1/users/me/subscriptions': { parameters: { subscriptions: [{ name: 'general' }] } },
  'DELETE /api/v1/users/me/subscriptions': { parameters: { subscriptions: ['orders'] } },
  'PATCH /api/v1/users/me/subscriptions': { parameters: { add: [{ name: 'general' }] } },
  'POST /api/v1/users/me/subscriptions/properties': {
    parameters: { subscription_data: [{ stream_id: 1, property: 'pin_to_top', value: true }] },
  },
  'POST /api/v1/channels/create': { parameters: { name: 'orders', subscribers: [3] } },
  'POST /api/v1/users/me/presence': { parameters: { status: 'active' } },
  'POST /api/v1/users/me/android_gcm_reg_id': { parameters: { token: 'a-token-of-the-phone' } },
  'DELETE /api/v1/users/me/android_gcm_reg_id': { parameters: { token: 'a-token-of-the-phone' } },
  'POST /api/v1/users/me/apns_device_token': {
    parameters: { token: 'a1b2c3d4e5f60718293a4b5c6d7e8f90', appid: 'com.example.app' },
  },
  'DELETE /api/v1/users/me/apns_device_token': { parameters: { token: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' } },
  'POST /api/v1/users/me/web_push_subscription': {
    parameters: {
      endpoint: 'https://push.example.com/a-browser',
      keys: {
        p256dh: 'BLDBLQIslu6YiglXTmIkeZ03Bomb9U-IqPP2rBvx00-1NJWUdnEJUu-1ilDQSpXvBVAaRKBIlchE8Gbq3W2Snpk',
        auth: 'BwcHBwcHBwcHBwcHBwcHBw',
      },
    },
  },
  'DELETE /api/v1/users/me/web_push_subscription': {
    parameters: { endpoint: 'https://push.example.com/a-browser' },
  },
  'POST /api/v1/users/me/status': {
    parameters: { status_text: 'at the oven', emoji_name: 'bread', emoji_code: '1f35e' },
  },
  'POST /api/v1/users/{user_id}/status': { parameters: { status_text: 'at the oven' } },
  'POST /api/v1/messages/{message_id}/reactions': { parameters: { emoji_name: 'tada' } },
  'DELETE /api/v1/messages/{message_id}/reactions': { parameters: { emoji_name: 'tada' } },
  'POST /api/v1/navigation_views': { parameters: { fragment: 'narrow/is/starred', is_pinned: true } },
  'PATCH /api/v1/navigation_views/{fragment}': { path: fragment, parameters: { is_pinned: false } },
  'DELETE /api/v1/navigation_views/{fragment}': { path: fragment },
  'POST /api/v1/users/me/onboarding_steps': { parameters: { onboarding_step: 'intro_inbox_view_modal' } },
  'POST /api/v1/scheduled_messages': {
    parameters: {
      type: 'channel',
      to: 1,
      topic: 'greetings',
      content: 'Good morning!',
      scheduled_delivery_timestamp: later,
    },
  },
  'PATCH /api/v1/scheduled_messages/{scheduled_message_id}': { parameters: { content: 'Good day!' } },
  'POST /api/v1/reminders': { parameters: { message_id: 42, scheduled_delivery_timestamp: later } },
  'POST /api/v1/register': { parameters: { event_types: ['message', 'reaction'] } },
  'GET /api/v1/events': {
    parameters: { queue_id: '2bdd1b0e-fc40-4ef4-be6f-c4a57ec20b3d', last_event_id: -1, dont_block: true },
  },
  'DELETE /api/v1/events': { parameters: { queue_id: '2bdd1b0e-fc40-4ef4-be6f-c4a57ec20b3d' } },
  'POST /api/v1/users/me/avatar': picture,
  'POST /api/v1/user_uploads': picture,
  'POST /api/v1/realm/emoji/{emoji_name}': { path: { emoji_name: 'croissant' }, ...picture },
  'DELETE /api/v1/realm/emoji/{emoji_name}': { path: { emoji_name: 'croissant' } },
  'POST /api/v1/realm/icon': picture,
  'POST /api/v1/realm/logo': { ...picture, parameters: { night: false } },
  'GET /api/v1/user_uploads/{realm_id}/{key}/{name}': { path: inUploads },
  'GET /user_uploads/{realm_id}/{key}/{name}': { path: inUploads },
  'GET /user_uploads/download/{realm_id}/{key}/{name}': { path: inUploads },
  'GET /user_uploads/thumbnail/{realm_id}/{key}/{name}/{format}': {
    path: { ...inUploads, format: '300x200.webp' },
  },
}

/** @param path with `{name}` for what stands in it @returns undefined for calls that have none */
export function exampleOf(method: string, path: string): Example | undefined {
  const call = `${method} ${path}`
  return withoutExample.some((pattern) => pattern.test(call)) ? undefined : (examples[call] ?? nothing)
}

/** An ID to be seen in an example's path. */
const shownIds: Readonly<Record<string, string>> = {
  stream_id: '1',
  user_id: '3',
  bot_id: '7',
  message_id: '42',
}

/** The path of an example. @param values what stands in it; what is not among them is shown as some ID */
export function filledPath(path: string, values: Readonly<Record<string, string | number>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? shownIds[name] ?? '5'))
}
