// Gitea and Forgejo: webhooks much like those of GitHub (docs.gitea.com, "Webhooks"; forgejo.org/docs, "Webhooks").
import type { Delivery, Integration, Message, Sent } from '../integration'
import { link, say, paragraphs, quoted } from '../markdown'
import { signedBody } from '../signatures'
import { repositoryLink, repositoryName, sender, subjectOf } from './github-basics'
import { pushed, refCreated, refDeleted, releaseMessage, repositoryMessage } from './github'
import { issueCommented, issueMessage } from './github-issues'
import { pullRequestMessage } from './github-pull-requests'

export const gitea: Integration = {
  name: 'gitea',
  otherNames: ['forgejo'],
  displayName: 'Gitea and Forgejo',
  options: ['branches'],
  deliveryName: (delivery) => header(delivery, 'delivery'),
  isGenuine: (sent, secret) =>
    signedBody(sent.headers.has('x-gitea-signature') ? 'x-gitea-signature' : 'x-forgejo-signature')(
      sent,
      secret,
    ),
  eventOf: (delivery) => header(delivery, 'event'),
  events: {
    create: refCreated,
    delete: refDeleted,
    fork: forked,
    issue_comment: issueCommented,
    issues: issueMessage,
    pull_request: pullRequestMessage,
    pull_request_approved: (delivery) => reviewed(delivery, ':check: approved'),
    pull_request_comment: (delivery) => reviewed(delivery, 'reviewed'),
    pull_request_rejected: (delivery) => reviewed(delivery, ':cross_mark: requested changes to'),
    push: pushed,
    release: releaseMessage,
    repository: repositoryMessage,
  },
}

function header({ headers }: Sent, name: string): string {
  return headers.get(`x-gitea-${name}`) ?? headers.get(`x-forgejo-${name}`) ?? ''
}

/** A review; what people write below a pull request comes by the same name. */
function reviewed(delivery: Delivery, verb: string): Message | undefined {
  const { payload } = delivery
  if (payload.has('comment')) return issueCommented(delivery)
  const pull = payload.at('pull_request')
  const { topic, name } = subjectOf(delivery, 'PR', pull)
  return {
    topic,
    content: paragraphs(say`${sender(delivery)} ${verb} ${name}.`, quoted(payload.text('review', 'content'))),
  }
}

/** The other way round than GitHub: the repository is the new one. */
function forked(delivery: Delivery): Message {
  const source = delivery.payload.at('forkee')
  const name = link(source.text('full_name') || 'a repository', source.text('html_url'))
  return {
    topic: source.text('name') || repositoryName(delivery),
    content: say`${sender(delivery)} forked ${name} to ${repositoryLink(delivery)}.`,
  }
}
