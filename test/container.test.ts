// The container, as far as it can be held true without one: its image has what the executable needs, and its settings are settings.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { variable } from '../src/settings/setting'
import { allSettings } from '../src/settings/table'
import { builtExecutable } from './support/executable'

setDefaultTimeout(240_000)

const dockerfile = readFileSync('Dockerfile', 'utf8')

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

test('the image holds the executable and the libraries that it names, and no user but one without rights', async () => {
  // The image's own line collects them.
  const line = /^RUN (ldd .*)$/m.exec(dockerfile)?.[1]
  const image = mkdtempSync(join(tmpdir(), 'confab-image-'))
  try {
    const command = (line ?? 'false').replaceAll('/image/confab', executable).replaceAll('/image', image)
    expect((await Bun.$`sh -c ${command}`.quiet()).exitCode).toBe(0)
    const named = (await Bun.$`ldd ${executable}`.text()).match(/\/\S+/g) ?? []
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((path) => !existsSync(join(image, path)))).toEqual([])
  } finally {
    rmSync(image, { recursive: true })
  }
  const last = dockerfile.slice(dockerfile.indexOf('FROM scratch'))
  expect(last).toMatch(/^USER 65532:65532$/m)
  expect(last).toMatch(/^HEALTHCHECK .* CMD \["\/confab", "health"\]$/m)
  expect(last).toMatch(/^ENTRYPOINT \["\/confab"\]\nCMD \["serve"\]$/m)
})

test('every setting that the image and the example name is one, and has a value that it may have', () => {
  const example = readFileSync('compose.yaml', 'utf8').replaceAll(/^( *)# (?=CONFAB_[A-Z_]+: \S)/gm, '$1')
  const [, block = ''] = /^    environment:\n((?: {6}.*\n)+)/m.exec(example) ?? []
  const given: unknown = Bun.YAML.parse(block)
  const named = [
    ...Object.entries(given ?? {}),
    ...[...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  ]
  expect(named.length).toBeGreaterThan(7)
  for (const [name, value] of named) {
    if (name === 'CONFAB_DATA') continue
    const setting = allSettings.find((each) =>
      [variable(each), `${variable(each)}_FILE`].includes(String(name)),
    )
    expect([name, setting?.name]).toEqual([name, expect.any(String)])
    if (setting?.secret === undefined) expect(() => setting?.read(String(value))).not.toThrow()
  }
})

test('the example gives it no more than it needs, and keeps what it knows', () => {
  const compose: unknown = Bun.YAML.parse(readFileSync('compose.yaml', 'utf8'))
  expect(compose).toMatchObject({
    services: {
      confab: {
        volumes: ['data:/data'],
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      },
    },
    volumes: { data: null },
  })
})
