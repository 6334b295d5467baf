// Who gets into a channel and sees what was written before: one choice of four for three flags of the protocol.
import type { Channel } from '../../store/channels'
import type { TextKey } from '../../texts/text'

export type Privacy = 'public' | 'web' | 'shared' | 'protected'

export const privacyTexts: Readonly<Record<Privacy, TextKey>> = {
  public: 'channels.privacyPublic',
  shared: 'channels.privacyShared',
  protected: 'channels.privacyProtected',
  web: 'channels.privacyWeb',
}

export function privacyOf({
  invite_only,
  is_web_public,
  history_public_to_subscribers,
}: Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>): Privacy {
  if (is_web_public) return 'web'
  if (!invite_only) return 'public'
  return history_public_to_subscribers ? 'shared' : 'protected'
}

/** As a change of a channel says it. */
export const privacyParameters: Readonly<Record<Privacy, Readonly<Record<string, boolean>>>> = {
  public: { is_private: false, is_web_public: false, history_public_to_subscribers: true },
  web: { is_private: false, is_web_public: true, history_public_to_subscribers: true },
  shared: { is_private: true, is_web_public: false, history_public_to_subscribers: true },
  protected: { is_private: true, is_web_public: false, history_public_to_subscribers: false },
}
