import { Button, MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Info } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { nameRank, PART_RANK } from '#contract/name-rank.ts'
import { fullName, listName } from '#contract/person-names.ts'
import { type PupilRow, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { SEARCH_MIN, searchEndpoints } from '#contract/search/search.ts'
import { isOnlyAlike, searchFold, searchWords } from '#contract/search-fold.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { queryFor } from '#web/api/queries.ts'
import classes from './SicknoteDialog.module.css'
import type { PickedPupil } from './sicknote-form.ts'
import { alreadyText } from './sicknote-texts.ts'
import { useNoteRights } from './use-note-rights.ts'

type Ranked = Pick<PupilRow, 'firstname' | 'lastname' | 'lastname_prefix' | 'pupil_number' | 'schoolclass'>

const namesOf = (pupil: Ranked) => [
  ...[pupil.firstname, pupil.lastname_prefix, pupil.lastname, pupil.pupil_number],
  pupil.schoolclass?.classgradePlain,
]

const ELSEWHERE = PART_RANK + 2

/**
 * The rank of a match: by the name as everywhere, then other whole words, then the beginnings of such words. Every word
 * must be found.
 */
const rankOf = (pupil: Ranked, searched: readonly string[]) => {
  const words = namesOf(pupil).flatMap((name) => searchFold(name ?? '').split(' '))
  const isAll = (isMeant: (word: string) => boolean) => searched.length > 0 && searched.every(isMeant)
  if (!isAll((word) => words.some((own) => own.startsWith(word)))) return ELSEWHERE
  const rank = nameRank(pupil, searched)
  return rank === PART_RANK && !isAll((word) => words.includes(word)) ? PART_RANK + 1 : rank
}

/**
 * Pupils whose name matches come first, best match first; then those found only by a parent, a town or a number. The
 * office means the child it is asked about, so Enter must never take another one. Otherwise the order stays.
 */
export const rankPupils = <P extends Ranked>(found: readonly P[], search: string) => {
  const searched = searchWords(search)
  const ranked = found.map((pupil) => ({ pupil, rank: rankOf(pupil, searched) })).sort((a, b) => a.rank - b.rank)
  const those = (isWanted: (rank: number) => boolean) =>
    ranked.filter(({ rank }) => isWanted(rank)).map(({ pupil }) => pupil)
  return { own: those((rank) => rank < ELSEWHERE), byContact: those((rank) => rank === ELSEWHERE) }
}

const DELAY_MS = 100
const ASKED = 100
const SHOWN = 10
const STATUS = 'active,on_leave,guest,upcoming'

const pupilsFound = (search: string) =>
  queryFor(pupilEndpoints.list, { query: { search, per_page: ASKED, status: STATUS } }, { quiet: true })

interface SicknotePupilsFieldProps {
  id: string
  value: readonly PickedPupil[]
  onChange: (pupils: readonly PickedPupil[]) => void
  /** What is typed and names no chosen child yet. */
  onType: (text: string) => void
  error: ReactNode
  /** What was typed before the field was there; a line end stands for Enter. */
  takeEarly: () => string
}

const labelOf = (pupil: PickedPupil) =>
  [listName(pupil), pupil.schoolclass && `(${pupil.schoolclass.classgradePlain})`].filter(Boolean).join(' ')

const optionOf = (pupil: PickedPupil) => ({ value: String(pupil.id), label: labelOf(pupil) })

/** Another spelling than what was typed may be another child. */
const foundOptionOf = (pupil: PickedPupil, search: string) => {
  const option = optionOf(pupil)
  return isOnlyAlike(listName(pupil), search) ? { ...option, label: `${option.label} · ähnlich` } : option
}

interface Hits {
  own: readonly PickedPupil[]
  byContact: readonly PickedPupil[]
  /** Found with one letter off, where nobody is called as it was typed. */
  alike: readonly PickedPupil[]
  /** The number of hits that are not shown. */
  more: number
}

/** Children whose name, or a parent's, differs by one letter; Enter takes none of them, because they may be others. */
const useAlike = (text: string, isWanted: boolean): readonly PickedPupil[] => {
  const isAsked = isWanted && text.length >= SEARCH_MIN
  const { data } = useQuery({
    ...queryFor(searchEndpoints.search, { query: { q: text } }, { quiet: true }),
    enabled: isAsked,
    gcTime: 0,
  })
  if (!isAsked || !data?.is_alike) return []
  return [...new Map(data.hits.flatMap(({ child }) => (child ? [[child.id, child] as const] : []))).values()]
}

/** Who was found for the text that stands there and is not chosen yet; nobody while the answer is on its way. */
const useHits = (search: string, chosen: readonly PickedPupil[]): Hits & { isWaiting: boolean } => {
  const [asked] = useDebouncedValue(search, DELAY_MS)
  const isAsked = asked.length > 0
  const reply = useQuery({ ...pupilsFound(asked), enabled: isAsked, placeholderData: keepPreviousData })
  const isWaiting = search !== '' && (asked !== search || reply.isPlaceholderData || reply.isPending)
  const { data: found, total } = (isAsked && search !== '' && reply.data) || { data: [], total: 0 }
  const isFree = (pupil: PickedPupil) => !chosen.some((one) => one.id === pupil.id)
  const free = found.filter(isFree)
  const ranked = rankPupils(free, search)
  const own = ranked.own.slice(0, SHOWN)
  const byContact = ranked.byContact.slice(0, SHOWN - own.length)
  const more = total - (found.length - free.length) - own.length - byContact.length
  const alike = useAlike(search, !isWaiting && total === 0)
  return { isWaiting, own, byContact, alike: alike.filter(isFree), more }
}

/** Pupils found by a contact's name come last and say so, followed by the number of further hits. */
const optionsOf = (chosen: readonly PickedPupil[], { own, byContact, alike, more }: Hits, search: string) => [
  ...chosen.map(optionOf),
  ...own.map((pupil) => foundOptionOf(pupil, search)),
  ...(byContact.length > 0 ? [{ group: 'Nur über einen Kontakt gefunden', items: byContact.map(optionOf) }] : []),
  ...(alike.length > 0 ? [{ group: 'Ähnlich geschrieben', items: alike.map(optionOf) }] : []),
  ...(more > 0 ? [{ value: 'more', label: `Noch ${more} weitere: Bitte schreiben Sie mehr.`, disabled: true }] : []),
]

const ARROWS = ['ArrowDown', 'ArrowUp']

const isPlainEnter = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' && !ctrlKey && !metaKey && !nativeEvent.isComposing

/**
 * Children by name or class: Enter takes the first that is called so, also when it is pressed before the answer is there;
 * without a search it sends the form.
 */
export const SicknotePupilsField = ({ id, value, onChange, onType, error, takeEarly }: SicknotePupilsFieldProps) => {
  const [search, setSearch] = useState('')
  const text = search.trim()
  const hits = useHits(text, value)
  const { own, isWaiting } = hits
  const [isEager, setEager] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const hasArrowed = useRef(false)
  /** On leaving, the kit would empty the field; a name that is not chosen yet stays. */
  const isLeft = useRef(false)
  const [first] = own
  const type = (typed: string) => {
    hasArrowed.current = false
    setEager(false)
    setSearch(typed)
    onType(typed.trim())
  }
  const pick = (pupil: PickedPupil) => {
    onChange([...value, pupil])
    type('')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is what Enter has waited for
  useEffect(() => {
    if (!isEager || isWaiting) return
    setEager(false)
    if (first) pick(first)
  }, [isEager, isWaiting])

  const takeOver = () => {
    const [typed = '', ...enters] = takeEarly().trimStart().split('\n')
    if (typed === '') return
    type(typed)
    setOpen(true)
    setEager(enters.length > 0)
  }
  /** While a name stands there Enter means a child, then the form. */
  const enter = (form: HTMLFormElement | null) => {
    if (text === '') form?.requestSubmit()
    else if (isWaiting) setEager(true)
    else if (first) pick(first)
  }
  /** Before the kit, which would take what it had marked for another search. */
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (ARROWS.includes(event.key)) hasArrowed.current = true
    if (!isPlainEnter(event) || (text !== '' && hasArrowed.current)) return
    event.preventDefault()
    event.stopPropagation()
    enter((event.target as HTMLInputElement).form)
  }
  const all = [...value, ...own, ...hits.byContact, ...hits.alike]
  return (
    <MultiSelect
      id={id}
      label="Kinder"
      data-autofocus
      placeholder={value.length === 0 ? 'Name oder Klasse …' : ''}
      error={error}
      data={optionsOf(value, hits, text)}
      value={value.map((pupil) => String(pupil.id))}
      onChange={(ids) => onChange(all.filter((pupil) => ids.includes(String(pupil.id))))}
      searchable
      searchValue={search}
      onSearchChange={(typed) => !isLeft.current && type(typed)}
      // What was found is what is shown: the server searches.
      filter={({ options }) => options}
      hidePickedOptions
      selectFirstOptionOnChange={first !== undefined && !isWaiting}
      nothingFoundMessage={text !== '' && !isWaiting ? 'Niemand gefunden.' : undefined}
      maxDropdownHeight={280}
      // An empty list is none: Escape leaves the dialog then.
      dropdownOpened={isOpen && text !== ''}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      rightSection={null}
      classNames={{ input: classes.box ?? '', inputField: classes.search ?? '' }}
      onFocus={takeOver}
      wrapperProps={{
        onKeyDownCapture: press,
        onFocusCapture: () => {
          isLeft.current = false
        },
        onBlurCapture: () => {
          isLeft.current = true
        },
      }}
    />
  )
}

interface KnownNotesFieldProps {
  notes: readonly Sicknote[]
  today: string
  onExtend: (note: Sicknote) => void
}

/** Below the children: who is absent already, and the way to a longer absence instead of a second one. */
export const KnownNotesField = ({ notes, today, onExtend }: KnownNotesFieldProps) => {
  const { mayChange } = useNoteRights()
  return (
    // The live region stands before its words do.
    <div role="status">
      {notes.map((note) => (
        <p key={note.id} className={`sh-row sh-flush sh-above-2 sh-gap-2 sh-rows-1 ${classes.knownNote}`}>
          <Info size={20} aria-hidden />
          <span>{alreadyText(note, today)}</span>
          {mayChange(note) && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Verlängern …: ${fullName(note.pupil)}`}
              leftSection={<CalendarPlus size={16} aria-hidden />}
              onClick={() => onExtend(note)}
            >
              Verlängern …
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
