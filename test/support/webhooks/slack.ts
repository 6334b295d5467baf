// What programs send to Slack's incoming webhooks, as Slack's documents describe it, with words of our own.

export const slackPayloads: Readonly<Record<string, object>> = {
  text: {
    text: 'The *light* is _on_ again, ~out~ since `2:00`: <https://example.com/log|the log>.\n> a quote\nfor <@U024BE7LH> and <!here>\n• one\n• two',
    username: 'keeper',
    icon_emoji: ':ghost:',
  },
  'text (code)': { text: 'Look:\n```\nlamp.on() && horn.off()\n```\nAnd &lt;that&gt; &amp; this' },
  'text (plain)': { text: '*as it is*', mrkdwn: false },
  blocks: {
    text: 'Instead of the blocks',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'A ship is coming' } },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '*Name:* <https://example.com/ships/1|Aurora>' },
        fields: [
          { type: 'mrkdwn', text: '*From*\nOslo' },
          { type: 'plain_text', text: 'To *us*' },
        ],
      },
      { type: 'divider' },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'seen by _mira_' }] },
      { type: 'image', image_url: 'https://example.com/ship.png', alt_text: 'the ship' },
      {
        type: 'actions',
        elements: [
          { type: 'button', text: { type: 'plain_text', text: 'Wave' }, url: 'https://example.com/wave' },
          { type: 'button', text: { type: 'plain_text', text: 'Nothing' }, value: 'x' },
        ],
      },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'Be ', style: { bold: true } },
              { type: 'text', text: 'quick', style: { bold: true, italic: true } },
              { type: 'emoji', name: 'wave' },
              { type: 'link', url: 'https://example.com', text: 'here' },
              { type: 'user', user_id: 'U1' },
              { type: 'broadcast', range: 'channel' },
            ],
          },
          {
            type: 'rich_text_list',
            style: 'ordered',
            indent: 0,
            elements: [
              { type: 'rich_text_section', elements: [{ type: 'text', text: 'light' }] },
              { type: 'rich_text_section', elements: [{ type: 'text', text: 'horn' }] },
            ],
          },
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a\nb' }] },
          { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said' }] },
        ],
      },
    ],
  },
  attachments: {
    text: 'A report',
    attachments: [
      {
        color: 'danger',
        fallback: 'The lamp is out',
        pretext: 'From the tower',
        author_name: 'Otto',
        author_link: 'https://example.com/otto',
        title: 'The lamp is out',
        title_link: 'https://example.com/lamp',
        text: 'Since *two*',
        fields: [
          { title: 'Tower', value: 'north', short: true },
          { title: 'Light', value: '0 <https://example.com/unit|cd>', short: true },
        ],
        image_url: 'https://example.com/dark.png',
        footer: 'keeper',
        ts: 1_768_471_200,
      },
      { fallback: 'Only this' },
    ],
  },
}
