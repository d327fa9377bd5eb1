import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

export interface Violation {
  /** The rule. */
  id: string
  /** Selectors of the elements that violate it. */
  targets: string[]
}

type Checks = { levels: readonly string[] } | { rules: readonly string[]; within?: string }

let source: string | undefined
/** The minified file; `AxeBuilder` would load the whole one, and twice into each document. */
const axeSource = () => {
  const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
  source ??= readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')
  return source
}

/** Loading axe takes half as long as checking a page with it, so a document gets it only once. */
const putAxe = async (page: Page) => {
  // Nothing of ours has frames, and axe would silently skip one that it is not loaded into.
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames, which axe would not see`)
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${axeSource()};undefined`)
}

const optionsOf = (checks: Checks) => ({
  runOnly: 'levels' in checks ? { type: 'tag', values: checks.levels } : { type: 'rule', values: checks.rules },
  resultTypes: ['violations'],
  // Only an experimental rule, which no level has, reads the style sheets that axe would parse again in every run.
  preload: { assets: ['media'] },
})

/** What axe finds in the present state of the page, or within the first element of a selector. */
export const runAxe = async (page: Page, checks: Checks) => {
  await putAxe(page)
  const within = 'within' in checks ? JSON.stringify({ include: [checks.within] }) : 'document'
  return page.evaluate<Violation[]>(
    `axe.run(${within}, ${JSON.stringify(optionsOf(checks))}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) })))`,
  )
}
