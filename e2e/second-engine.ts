import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** Whether the journeys also check each state with IBM's engine; `npm run drill -- accessibility` does. */
export const hasSecondEngine = process.env.SCHULHOF_SECOND_ENGINE === '1'

let source: string | undefined
const engineSource = () => {
  source ??= readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace-window.js'), 'utf8')
  return source
}

/** Findings of the engine that are no faults: the rule, the element, and the reason. */
const EXPLAINED: readonly { rule: string; about: RegExp; why: string }[] = [
  {
    rule: 'input_autocomplete_valid',
    about: /type="email".*autocomplete="username( webauthn)?"/,
    why: 'The HTML standard allows "username" for fields of type email, and "webauthn" after it: password managers and passkeys need them.',
  },
  {
    rule: 'input_label_exists',
    about: /id="active-school"/,
    why: 'The page behind an open dialog is hidden as a whole, its labels too; axe and the browser find the label.',
  },
  {
    rule: 'label_content_exists',
    about: /_check_/,
    why: 'The label around the box of a row only makes it larger to press; its name is the aria-label of the box.',
  },
  {
    rule: 'target_spacing_sufficient',
    about: /<input type="checkbox" aria-label="[^"]* auswählen">/,
    why: 'The label around the box of a row is its target; behind an open dialog it lies below the links of the dialog.',
  },
  {
    rule: 'table_headers_related',
    about: /_blank_|colgroup/,
    why: 'Columns to write in on paper have no heading; groups of columns say so with scope="colgroup".',
  },
  {
    rule: 'table_headers_exists',
    about: /_stacked_|_reachable_/,
    why: 'On a phone each row is a block with the names of its columns before the values; the head stays for screen readers.',
  },
]

interface Found {
  ruleId: string
  value: [level: string, verdict: string]
  path: { dom: string }
  message: string
  snippet: string
}

/** Runs in the page; findings that the engine only suspects or recommends are left out. */
const CHECK = `new ace_ibma.Checker().check(document, ['WCAG_2_2']).then(({ results }) =>
  results
    .filter(({ value: [level, verdict] }) => level === 'VIOLATION' && verdict === 'FAIL')
    .map(({ ruleId, value, path, message, snippet }) => ({ ruleId, value, path, message, snippet })))`

/** Certain violations of WCAG 2.2 A and AA by IBM's engine, one line each. */
export const secondEngineFaults = async (page: Page) => {
  if (!(await page.evaluate<boolean>("'ace_ibma' in window"))) await page.evaluate(engineSource())
  const found = await page.evaluate<Found[]>(CHECK)
  const isExplained = ({ ruleId, snippet }: Found) =>
    EXPLAINED.some(({ rule, about }) => rule === ruleId && about.test(snippet))
  return found
    .filter((fault) => !isExplained(fault))
    .map(({ ruleId, message, snippet, path }) => `${ruleId}: ${message} ${snippet} (${path.dom})`)
}
