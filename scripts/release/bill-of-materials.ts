// What an executable is made of, as CycloneDX has it: the packages that it carries, and Bun, which runs them.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { PackageURL } from 'packageurl-js'
import parseLicense from 'spdx-expression-parse'
import manifest from '../../package.json'

/** Packages that are bundled for browsers, beside the dependencies. */
const carried = ['@scalar/api-reference'] as const

interface Package {
  readonly folder: string
  readonly manifest: Record<string, unknown>
}

/**
 * The bill of materials of this version, as JSON of CycloneDX 1.6.
 * @throws Error if it is not as the specification has it
 */
export async function billOfMaterials(version: string): Promise<string> {
  const licenses = new Contrib.License.Factories.LicenseFactory(parseLicense)
  const externals = new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory()
  const builder = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(externals, licenses)
  const own = new Models.Component(Enums.ComponentType.Application, manifest.name, {
    version,
    description: manifest.description,
    bomRef: `${manifest.name}@${version}`,
  })
  own.licenses.add(licenses.makeFromString(manifest.license))
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: own, timestamp: new Date() }) })
  bom.serialNumber = Contrib.Bom.Utils.randomSerialNumber()
  const bun = new Models.Component(Enums.ComponentType.Platform, 'bun', {
    version: Bun.version,
    bomRef: `bun@${Bun.version}`,
    purl: `pkg:npm/bun@${Bun.version}`,
  })
  bun.licenses.add(licenses.makeFromString('MIT'))
  bom.components.add(bun)
  own.dependencies.add(bun.bomRef)

  const components = new Map<string, Models.Component>()
  const add = (name: string, from: string): Models.Component | undefined => {
    const found = packageAt(name, from)
    if (!found) return undefined
    const known = components.get(found.folder)
    if (known) return known
    const component = builder.makeComponent(found.manifest, Enums.ComponentType.Library)
    if (!component) throw new Error(`${found.folder} has no name`)
    component.purl = packageUrl(component)
    component.bomRef.value = component.purl
    components.set(found.folder, component)
    bom.components.add(component)
    for (const each of namesIn(found.manifest['dependencies'])) {
      const dependency = add(each, found.folder)
      if (dependency) component.dependencies.add(dependency.bomRef)
    }
    return component
  }
  for (const name of [...Object.keys(manifest.dependencies), ...carried]) {
    const component = add(name, '.')
    if (!component) throw new Error(`${name} is not installed`)
    own.dependencies.add(component.bomRef)
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  const json = new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })
  await assertValid(json)
  return `${json}\n`
}

async function assertValid(json: string): Promise<void> {
  const wrong = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(json)
  if (wrong !== null) throw new Error(`The bill of materials is not valid: ${Bun.inspect(wrong)}`)
}

/** The package that `from` gets by that name; undefined where it is optional and not here. */
function packageAt(name: string, from: string): Package | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    try {
      return { folder: place, manifest: JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) }
    } catch {
      if (folder === '.') return undefined
    }
  }
}

function packageUrl({ group, name, version }: Models.Component): string {
  return new PackageURL('npm', group, name, version).toString()
}

function namesIn(dependencies: unknown): string[] {
  return typeof dependencies === 'object' && dependencies !== null ? Object.keys(dependencies) : []
}
