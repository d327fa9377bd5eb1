import { createHash } from 'node:crypto'
import type { LicenceList } from '#contract/licences/licences.ts'
import { runCommand } from './run-command.ts'

interface Component {
  'bom-ref': string
  name: string
  version: string
  properties?: { name: string; value: string }[]
}
interface Bom {
  serialNumber: string
  metadata: { timestamp: string; tools: unknown; component: Component & { type: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** npm calls what the pages contain „development“, because only the build needs it as a package. */
const DEVELOPMENT = 'cdx:npm:package:development'

/** A number that looks like a random one and is the same for the same content. */
const uuidOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

/**
 * The CycloneDX document of npm, reduced to what is shipped and without what differs from run to run. `at`: the moment of
 * the commit.
 */
export const billOfMaterials = (root: string, { packages }: LicenceList, at: string) => {
  const args = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const bom = JSON.parse(runCommand(['npm', 'sbom', ...args], { folder: root }).toString()) as Bom
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const components = bom.components
    .filter(({ name, version }) => shipped.has(`${name}@${version}`))
    .map((one) => ({ ...one, properties: one.properties?.filter(({ name }) => name !== DEVELOPMENT) }))
  const own = bom.metadata.component['bom-ref']
  const refs = new Set([own, ...components.map((one) => one['bom-ref'])])
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  // npm takes the name of the folder for that of the product.
  const component = { ...bom.metadata.component, name: 'schulhof' }
  const metadata = { ...bom.metadata, timestamp: at, tools: [{ vendor: 'npm', name: 'cli' }], component }
  const text = JSON.stringify({ ...bom, serialNumber: '', metadata, components, dependencies }, undefined, 2)
  return `${text.replace('"serialNumber": ""', `"serialNumber": "urn:uuid:${uuidOf(text)}"`)}\n`
}
