import { Fragment, type ReactNode } from 'react'
import { ADDRESS_LABEL, unitOf } from '#contract/field-units.ts'
import classes from './forms.module.css'

/** One line of a comparison: a field, or a unit of fields as a whole. */
export interface ConflictLine {
  key: string
  label: string
  mine: ReactNode
  theirs: ReactNode
  /** The line compares several fields: in each version its changes are marked. */
  isWhole?: true
}

export type Version = 'origin' | 'mine' | 'theirs'

interface Compared {
  /** Fields that differ between my version and theirs, in their order. */
  keys: readonly string[]
  labelOf: (key: string) => string
  /** What a person reads; '–' or an empty text: nothing. */
  read: (version: Version, key: string) => string
  /** The fields of a unit, of which one differs, and what the whole is called. */
  wholeOf?: (key: string) => Whole | undefined
}
interface Whole {
  label: string
  keys: readonly string[]
}

const addressOf = (key: string): Whole | undefined => {
  const keys = unitOf(key)
  return keys && { label: ADDRESS_LABEL, keys }
}

const isBlank = (text: string) => text === '' || text === '–'
const partOf = (key: string) => key.replace(/^.*\.(child_)?/, '')
/** The number belongs to its street, the town to its postcode. */
const JOINED = ['house_number', 'city']
/** Said only where it is another one or was changed. */
const isHomeCountry = (key: string, text: string) => partOf(key) === 'country' && ['Deutschland', 'DE'].includes(text)

interface Part {
  key: string
  label: string
  text: string
  isChanged: boolean
}

const shown = ({ key, text, isChanged }: Part) => isChanged || !(isBlank(text) || isHomeCountry(key, text))

const PartText = ({ part: { label, text, isChanged } }: { part: Part }) => {
  if (!isChanged) return text
  return (
    <mark className={classes.changed}>
      {isBlank(text) ? `ohne ${label}` : text}
      <span className="sh-visually-hidden"> (geändert)</span>
    </mark>
  )
}

/** An address in one line, with what was changed in it marked. */
const WholeText = ({ parts }: { parts: readonly Part[] }) => {
  const said = parts.filter(shown)
  if (said.length === 0) return '–'
  return said.map((part, index) => (
    <Fragment key={part.key}>
      {index > 0 && (JOINED.includes(partOf(part.key)) ? ' ' : ', ')}
      <PartText part={part} />
    </Fragment>
  ))
}

/** The address as a text, for a button that takes it. */
export const wholeText = (keys: readonly string[], read: (key: string) => string) =>
  keys
    .map((key): Part => ({ key, label: '', text: read(key), isChanged: false }))
    .filter(shown)
    .map(({ key, text }, index) => `${index === 0 ? '' : JOINED.includes(partOf(key)) ? ' ' : ', '}${text}`)
    .join('')

/** Both versions line by line; of what belongs together each as a whole, for nobody typed a part of the other one. */
export const comparedLines = ({ keys, labelOf, read, wholeOf = addressOf }: Compared): ConflictLine[] => {
  const text = (whole: Whole, version: 'mine' | 'theirs') => (
    <WholeText
      parts={whole.keys.map((key) => ({
        key,
        label: labelOf(key),
        text: read(version, key),
        isChanged: read(version, key) !== read('origin', key),
      }))}
    />
  )
  const lines = keys.map((key): ConflictLine => {
    const whole = wholeOf(key)
    if (!whole) return { key, label: labelOf(key), mine: read('mine', key), theirs: read('theirs', key) }
    const first = whole.keys[0] ?? key
    return { key: first, label: whole.label, mine: text(whole, 'mine'), theirs: text(whole, 'theirs'), isWhole: true }
  })
  return lines.filter((line, index) => lines.findIndex(({ key }) => key === line.key) === index)
}
