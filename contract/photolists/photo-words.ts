import type { ConsentState } from '#contract/consents/consents.state.ts'
import { childrenText } from '#contract/counted.ts'
import { formatDayOf } from '#contract/dates.ts'
import { PHOTO_PURPOSES, type PhotoPupil, type PhotoState } from './photolists.ts'

/** Short words for a table; only „ja“ allows a picture. */
const PHOTO_WORDS: Record<ConsentState, string> = {
  granted: 'ja',
  refused: 'nein',
  incomplete: 'unvollständig',
  unasked: 'nicht gefragt',
  withdrawn: 'widerrufen',
}

export const photoWord = ({ state, withdrawn_at }: Pick<PhotoState, 'state' | 'withdrawn_at'>) =>
  withdrawn_at === null ? PHOTO_WORDS[state] : `${PHOTO_WORDS[state]} am ${formatDayOf(withdrawn_at)}`

/** What another print said of this purpose; undefined while it is still true. */
export const photoWordBefore = ({ before }: Pick<PhotoState, 'before'>) =>
  before === null ? undefined : `vorher: ${PHOTO_WORDS[before]}`

export const PHOTO_REACHES = ['nowhere', 'some', 'everywhere'] as const
export type PhotoReach = (typeof PHOTO_REACHES)[number]

/** Where a child may be shown: for no purpose, for some of them, or for all. */
export const photoReach = ({ photos }: Pick<PhotoPupil, 'photos'>): PhotoReach => {
  const allowed = PHOTO_PURPOSES.filter((purpose) => photos[purpose].state === 'granted').length
  if (allowed === 0) return 'nowhere'
  return allowed === PHOTO_PURPOSES.length ? 'everywhere' : 'some'
}

/** Whether the child has to be told apart from the paper that people still have. */
export const isChanged = ({ photos, is_new }: Pick<PhotoPupil, 'photos' | 'is_new'>) =>
  is_new || PHOTO_PURPOSES.some((purpose) => photos[purpose].before !== null)

const may = (count: number) => (count === 1 ? 'darf' : 'dürfen')

/** „3 von 21 Kindern dürfen nirgends gezeigt werden, 5 weitere nicht überall.“ */
export const photoSentence = (pupils: readonly Pick<PhotoPupil, 'photos'>[]) => {
  const reaches = pupils.map(photoReach)
  const count = (reach: PhotoReach) => reaches.filter((one) => one === reach).length
  const [nowhere, some, all] = [count('nowhere'), count('some'), pupils.length]
  if (nowhere === 0 && some === 0)
    return all === 1
      ? 'Das Kind darf überall gezeigt werden.'
      : `Alle ${childrenText(all)} dürfen überall gezeigt werden.`
  const ofAll = all === 1 ? 'von 1 Kind' : `von ${all.toLocaleString('de-DE')} Kindern`
  if (nowhere === 0) return `${some} ${ofAll} ${may(some)} nicht überall gezeigt werden.`
  const others = some === 0 ? '' : `, ${some} ${some === 1 ? 'weiteres' : 'weitere'} nicht überall`
  return `${nowhere} ${ofAll} ${may(nowhere)} nirgends gezeigt werden${others}.`
}
