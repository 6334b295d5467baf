// What Markdown may refer to in an organization: people, groups, channels, as the writer of a text sees them.
import { canOpen } from '../../attachments/access'
import { linkedFile } from '../../attachments/linked'
import { attachmentAt } from '../../attachments/repository'
import { canSeeChannel } from '../../channels/access'
import { channelDirectory, channelNameKey } from '../../channels/repository'
import { customEmojiDirectory } from '../../custom-emoji/repository'
import { emojiUrl } from '../../custom-emoji/wire'
import { externalImageUrl } from '../../external-images/address'
import type { RenderContext } from '../../markdown/render'
import { compiledLinkifiers } from '../../linkifiers/repository'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import { sightOf } from '../../permissions/visibility'
import { userSetting } from '../../user-settings/repository'
import { groupGraph } from '../../user-groups/repository'
import { directory, type User } from '../../users/repository'
import { emptyTopicDisplayName } from '../../channels/topics'

/**
 * The context to render a text in.
 * @param author whose text it is: people and channels they may not see are as if they did not exist, so that a preview
 * tells nobody more than they know. Undefined sees what everybody sees.
 */
export function renderContext(organization: Organization, author: User | undefined): RenderContext {
  let sight: ((user: User) => boolean) | undefined
  const sees = (user: User) => (sight ??= sightOf(organization, author))(user)
  return {
    userById(id) {
      const user = directory(organization).byId.get(id)
      return user && sees(user) ? user : undefined
    },
    usersByName: (name) => (directory(organization).byFullName.get(name) ?? []).filter(sees),
    groupByName(name) {
      const group = groupGraph(organization).byNameKey.get(name.normalize('NFKC').toLowerCase())
      return group && group.name !== null && !group.isDeactivated
        ? { id: group.id, name: group.name }
        : undefined
    },
    channelByName(name) {
      const channel = channelDirectory(organization).byNameKey.get(channelNameKey(name))
      if (!channel) return undefined
      // The server's own bots write where everybody who reads them sees what they name.
      const isSeen = author?.isSystemBot || canSeeChannel(organization, author, channel)
      return isSeen ? channel : undefined
    },
    customEmoji(name) {
      const emoji = customEmojiDirectory(organization).byName.get(name)
      return emoji && { name, sourceUrl: emojiUrl(emoji) }
    },
    attachment(path) {
      const found = attachmentAt(organization.db, path)
      return found && canOpen(organization, author, found) ? linkedFile(found) : undefined
    },
    externalImage: (url) => externalImageUrl(organization, url),
    showsImages: settings(organization).inline_image_preview,
    linkifiers: compiledLinkifiers(organization),
    realmUrl: '',
    emptyTopicName: emptyTopicDisplayName,
    defaultCodeLanguage: settings(organization).default_code_block_language,
    translateEmoticons: author !== undefined && userSetting(organization, author.id, 'translate_emoticons'),
  }
}
