// GitLab: what machines do there: pipelines, jobs, deployments. Only how they end is news.
import type { Delivery, Message } from '../integration'
import { bold, bullets, code, link, say, paragraphs } from '../markdown'
import { outcome, ofWhat } from './outcomes'
import { projectName } from './gitlab-basics'
import { isWantedBranch } from './repositories'

const ends: ReadonlySet<string> = new Set(['success', 'failed', 'canceled', 'skipped'])

export function pipelineMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const pipeline = payload.at('object_attributes')
  const status = pipeline.text('status')
  if (!ends.has(status) || !isWantedBranch(delivery, pipeline.text('ref'))) return undefined
  const id = pipeline.text('id')
  const page = `${payload.text('project', 'web_url')}/-/pipelines/${id}`
  const name = link(`Pipeline #${id}`, pipeline.text('url') || page)
  const failed = payload
    .list('builds')
    .filter((build) => build.text('status') === 'failed' && !build.is('allow_failure'))
  return {
    topic: `${projectName(delivery)} / ${pipeline.text('ref')}`,
    content: paragraphs(
      say`${name} ${outcome(status)}${ofWhat(pipeline.text('ref'), pipeline.text('sha'))}.`,
      bullets(failed, (build) => say`${code(build.text('name'))} in stage ${build.text('stage')}`),
    ),
  }
}

export function jobMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const status = payload.text('build_status')
  const ref = payload.text('ref')
  if (!ends.has(status) || !isWantedBranch(delivery, ref)) return undefined
  const page = `${payload.text('repository', 'homepage')}/-/jobs/${payload.text('build_id')}`
  const name = link(`Job ${payload.text('build_name')}`, page)
  return {
    topic: `${projectName(delivery)} / ${ref}`,
    content: say`${name} ${outcome(status)}${ofWhat(ref, payload.text('sha'))}.`,
  }
}

export function deploymentMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const status = payload.text('status')
  if (!ends.has(status)) return undefined
  const name = link('deployment', payload.text('deployable_url'))
  const place = bold(
    link(payload.text('environment') || 'somewhere', payload.text('environment_external_url')),
  )
  return {
    topic: `${projectName(delivery)} / deployments`,
    content: say`The ${name} to ${place} ${outcome(status)}${ofWhat(payload.text('ref'), payload.text('short_sha'))}.`,
  }
}
