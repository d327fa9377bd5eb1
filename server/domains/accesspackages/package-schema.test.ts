import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { PackageData, PackageEntry, PackageFact, PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

test('the published schema is that of the program', () => {
  expect(JSON.parse(read('auskunft-daten.schema.json'))).toEqual(z.toJSONSchema(PackageData))
})

test('the description names every key of the format', () => {
  const description = read('auskunft-daten.md')
  const keys = [PackageData, PackageSection, PackageEntry, PackageFact].flatMap(({ shape }) => Object.keys(shape))
  expect(keys.filter((key) => !description.includes(`\`${key}\``))).toEqual([])
})
