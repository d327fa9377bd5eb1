import { Box, Modal, TextInput, useMantineColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { goTo } from './app-history.ts'
import type { PageRoute } from './page-route.ts'
import { helpEntries, matchingEntries, type PaletteEntry, paletteEntries } from './palette-entries.ts'
import { maySearch, usePaletteHits, useRecentPupils } from './palette-hits.ts'
import classes from './shell-dialogs.module.css'

const useEntries = () => {
  const router = useRouter()
  const baseData = useSignedIn()
  const { setColorScheme } = useMantineColorScheme()
  const page = router.state.matches.at(-1)?.staticData.entry?.path ?? null
  return useMemo(() => {
    if (!baseData) return { all: [], help: helpEntries(baseData, goTo, page) }
    const routes = Object.values<{ options: { staticData?: { entry?: PageRoute } } }>(router.routesByPath)
    const all = paletteEntries({
      baseData,
      routes: routes.flatMap(({ options }) => options.staticData?.entry ?? []),
      goTo,
      setColorScheme,
    })
    return { all, help: helpEntries(baseData, goTo, page) }
  }, [router, baseData, page, setColorScheme])
}

/** The menu has the pages already: what can be done comes first. */
const firstOf = (entries: readonly PaletteEntry[]) => {
  const isTask = ({ group }: PaletteEntry) => group === 'Aktionen'
  return [...entries.filter(isTask), ...entries.filter((entry) => !isTask(entry))]
}

/** The pages, commands and people for the typed text. A question mark asks for help instead. */
const useHits = (typed: string) => {
  const baseData = useSignedIn()
  const { all, help } = useEntries()
  const found = usePaletteHits(typed, { baseData, goTo })
  const recent = useRecentPupils(baseData, goTo)
  if (typed.trim() === '') {
    // Until the children are there, nothing is shown that they would push away.
    const shown = recent.isPending ? [] : [...recent.hits, ...firstOf(all)]
    return { shown, hits: shown, hasMore: false, isPending: recent.isPending }
  }
  if (typed.trim().startsWith('?')) {
    const shown = matchingEntries(help, typed.replace('?', ''))
    return { shown, hits: shown, hasMore: false, isPending: false }
  }
  // Hits from the server are added below, so that nothing moves under a press.
  const shown = [...matchingEntries(all, typed), ...found.hits]
  const { actions, ways, hasMore, isPending } = found
  return { shown, hits: [...shown, ...actions, ...ways], hasMore, isPending }
}

interface HitsProps {
  id: string
  typed: string
  hits: readonly PaletteEntry[]
  active: PaletteEntry | undefined
  onPoint: (index: number) => void
  onChoose: (entry: PaletteEntry) => void
}

const optionId = (listId: string, { id }: PaletteEntry) => `${listId}-${id}`

/** Names contain blanks, which ids may not. */
const groupId = (listId: string, group: string) => `${listId}-${group.replaceAll(' ', '-')}`

const Hits = ({ id, typed, hits, active, onPoint, onChoose }: HitsProps) => (
  <div role="listbox" id={id} aria-label="Treffer" className={classes.hits}>
    {[...new Set(hits.map(({ group }) => group))].map((group) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
      <div key={group} role="group" aria-labelledby={groupId(id, group)}>
        <Box role="presentation" id={groupId(id, group)} p="xs" className="sh-quiet sh-small">
          {group}
        </Box>
        {hits.map(
          (entry, index) =>
            entry.group === group && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the field points at the active option
              <div
                key={entry.id}
                role="option"
                id={optionId(id, entry)}
                aria-selected={entry === active}
                className={`sh-row sh-gap-3 sh-rows-0 ${classes.hit}`}
                onPointerMove={() => onPoint(index)}
                onClick={() => onChoose(entry)}
              >
                <span>
                  <MarkedText text={entry.text} search={typed} />
                </span>
                {entry.hint && <span className="sh-quiet sh-small sh-regular">{entry.hint}</span>}
              </div>
            ),
        )}
      </div>
    ))}
  </div>
)

interface Outcome {
  count: number
  hasMore: boolean
  isPending: boolean
}

const statusText = ({ count, hasMore, isPending }: Outcome, typed: string) => {
  if (count > 0) return hasMore ? `Mehr als ${count} Treffer` : `${count} Treffer`
  return isPending ? 'Wird gesucht …' : `Keine Treffer für „${typed.trim()}“.`
}

const FIELD = 'Seite oder Befehl'
const SEARCH_FIELD = `Name, Telefon, Klasse, ${FIELD}`

interface Choosing {
  listId: string
  hits: readonly PaletteEntry[]
  isPending: boolean
  onChoose: (entry: PaletteEntry) => void
}

/** The active hit, by arrows and pointer; Enter before the answer arrives means its first hit. */
const useChoosing = ({ listId, hits, isPending, onChoose }: Choosing) => {
  const [index, setIndex] = useState(0)
  const [isAwaited, setAwaited] = useState(false)
  const active = hits[index]
  const chooseAwaited = useEffectEvent(() => {
    setAwaited(false)
    if (active) onChoose(active)
  })
  useEffect(() => {
    if (isAwaited && !isPending) chooseAwaited()
  }, [isAwaited, isPending])
  const step = (to: number) => {
    if (hits.length === 0) return
    const next = (to + hits.length) % hits.length
    setIndex(next)
    const entry = hits[next]
    if (entry) document.getElementById(optionId(listId, entry))?.scrollIntoView({ block: 'nearest' })
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(index + 1),
    ArrowUp: () => step(index - 1),
    Enter: () => (active ? onChoose(active) : setAwaited(isPending)),
  }
  const press = (event: KeyboardEvent) => {
    const run = keys[event.key]
    const isIdle = hits.length === 0 && !isPending
    if (!run || event.nativeEvent.isComposing || isIdle) return
    event.preventDefault()
    run()
  }
  const startAnew = () => {
    setIndex(0)
    setAwaited(false)
  }
  return { active, press, startAnew, point: setIndex, chooseFirst: () => setAwaited(true) }
}

interface PaletteDialogProps {
  /** What was typed before, elsewhere. */
  text?: string | undefined
  onClose: () => void
  /** Text that was typed while the palette was loading; Enter is a line end. */
  takeEarly: () => string
}

/** Strg+K: people, other records, pages and actions by a few letters and the keyboard (ux §2). */
export const PaletteDialog = ({ text = '', onClose, takeEarly }: PaletteDialogProps) => {
  const listId = useId()
  const [typed, setTyped] = useState(text)
  const chosen = useRef<PaletteEntry>(undefined)
  const dialog = useOpened(() => {
    onClose()
    chosen.current?.run()
  })
  const { shown, hits, hasMore, isPending } = useHits(typed)
  const label = maySearch(useSignedIn()) ? SEARCH_FIELD : FIELD
  const choose = (entry: PaletteEntry) => {
    chosen.current = entry
    dialog.onClose()
  }
  const choosing = useChoosing({ listId, hits, isPending, onChoose: choose })
  const { active } = choosing
  const takeOver = () => {
    const [early = '', ...enters] = takeEarly().split('\n')
    if (early) setTyped((before) => before + early)
    if (enters.length > 0) choosing.chooseFirst()
  }

  return (
    <Modal
      {...dialog}
      title="Wohin möchten Sie?"
      size={560}
      yOffset="10dvh"
      centered={false}
      closeOnClickOutside
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Schließen' }}
    >
      <TextInput
        data-autofocus
        pt="xs"
        role="combobox"
        aria-label={label}
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(listId, active)}
        placeholder={`${label} …`}
        leftSection={<Search size={20} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          choosing.startAnew()
        }}
        onFocus={takeOver}
        onKeyDown={choosing.press}
      />
      <p role="status" className={hits.length > 0 ? 'sh-visually-hidden' : 'sh-quiet sh-flush sh-above-4'}>
        {statusText({ hasMore, isPending, count: shown.length }, typed)}
      </p>
      {hits.length > 0 && (
        <Hits
          id={listId}
          typed={typed.replace('?', '')}
          hits={hits}
          active={active}
          onPoint={choosing.point}
          onChoose={choose}
        />
      )}
      <p className="sh-quiet sh-small sh-flush sh-above-2">
        <kbd>?</kbd> zeigt die Hilfe.
      </p>
    </Modal>
  )
}
