// GitHub: what machines do there: workflows, checks, deployments. Only how they end is news.
import type { Delivery, Message } from '../integration'
import { bold, escaped, link, say, nothing, type Markdown } from '../markdown'
import type { Payload } from '../payload'
import { repositoryName } from './github-basics'
import { outcome, ofWhat } from './outcomes'
import { isWantedBranch } from './repositories'

export function workflowRunMessage(delivery: Delivery): Message | undefined {
  const run = delivery.payload.at('workflow_run')
  const name = run.text('name') || delivery.payload.text('workflow', 'name')
  return ended(delivery, run, 'workflow', say`Workflow ${link(name || 'run', run.text('html_url'))}`)
}

export function workflowJobMessage(delivery: Delivery): Message | undefined {
  const job = delivery.payload.at('workflow_job')
  return ended(delivery, job, 'workflow', say`Job ${link(job.text('name') || 'run', job.text('html_url'))}`)
}

export function checkRunMessage(delivery: Delivery): Message | undefined {
  const run = delivery.payload.at('check_run')
  const suite = run.at('check_suite')
  const name = link(run.text('name') || 'run', run.text('html_url'))
  return ended(delivery, run, 'checks', say`Check ${name}`, suite.text('head_branch'))
}

export function checkSuiteMessage(delivery: Delivery): Message | undefined {
  const suite = delivery.payload.at('check_suite')
  const app = suite.text('app', 'name')
  return ended(delivery, suite, 'checks', app === '' ? say`Checks` : say`Checks of ${bold(app)}`)
}

/** @param what the topic it goes to */
function ended(
  delivery: Delivery,
  run: Payload,
  what: string,
  name: Markdown,
  branch: string = run.text('head_branch'),
): Message | undefined {
  if (delivery.payload.text('action') !== 'completed') return undefined
  if (!isWantedBranch(delivery, branch)) return undefined
  return {
    topic: `${repositoryName(delivery)} / ${what}`,
    content: say`${name} ${outcome(run.text('conclusion'))}${ofWhat(branch, run.text('head_sha'))}.`,
  }
}

/** The status of a commit, as machines elsewhere set it. */
export function statusMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const state = payload.text('state')
  if (state === 'pending') return undefined
  const branches = payload.list('branches').map((each) => each.text('name'))
  if (branches.length > 0 && !branches.some((each) => isWantedBranch(delivery, each))) return undefined
  const name = link(payload.text('context') || 'Status', payload.text('target_url'))
  const description = payload.text('description')
  const why = description === '' ? nothing : say`: ${escaped(description, 200)}`
  return {
    topic: `${repositoryName(delivery)} / checks`,
    content: say`${bold(name)} ${outcome(state)}${ofWhat(branches[0] ?? '', payload.text('sha'))}${why}`,
  }
}

export function deploymentMessage(delivery: Delivery): Message | undefined {
  const deployment = delivery.payload.at('deployment')
  return {
    topic: `${repositoryName(delivery)} / deployments`,
    content: say`A deployment to ${bold(placeOf(deployment))} begins${ofWhat(deployment.text('ref'), deployment.text('sha'))}.`,
  }
}

export function deploymentStatusMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const status = payload.at('deployment_status')
  const state = status.text('state')
  if (['pending', 'queued', 'in_progress', 'waiting', 'inactive'].includes(state)) return undefined
  const deployment = payload.at('deployment')
  const name = link('deployment', status.text('log_url') || status.text('target_url'))
  const ref = ofWhat(deployment.text('ref'), deployment.text('sha'))
  return {
    topic: `${repositoryName(delivery)} / deployments`,
    content: say`The ${name} to ${bold(placeOf(deployment))} ${outcome(state)}${ref}.`,
  }
}

function placeOf(deployment: Payload): string {
  return deployment.text('environment') || 'somewhere'
}
