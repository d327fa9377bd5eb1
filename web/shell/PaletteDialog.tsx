import { Box, Modal, TextInput, useMantineColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { goTo } from './app-history.ts'
import type { PageRoute } from './page-route.ts'
import { matchingEntries, maySearch, type PaletteEntry, paletteEntries, usePaletteHits } from './palette-entries.ts'
import classes from './shell-dialogs.module.css'

const useEntries = () => {
  const router = useRouter()
  const baseData = useSignedIn()
  const { setColorScheme } = useMantineColorScheme()
  return useMemo(() => {
    if (!baseData) return []
    const routes = Object.values<{ options: { staticData?: { entry?: PageRoute } } }>(router.routesByPath)
    return paletteEntries({
      baseData,
      routes: routes.flatMap(({ options }) => options.staticData?.entry ?? []),
      goTo,
      setColorScheme,
    })
  }, [router, baseData, setColorScheme])
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
  onClose: () => void
  /** Text that was typed while the palette was loading; Enter is a line end. */
  takeEarly: () => string
}

/** Strg+K: people, other records, pages and actions by a few letters and the keyboard (ux §2). */
export const PaletteDialog = ({ onClose, takeEarly }: PaletteDialogProps) => {
  const listId = useId()
  const entries = useEntries()
  const [typed, setTyped] = useState('')
  const chosen = useRef<PaletteEntry>(undefined)
  const dialog = useOpened(() => {
    onClose()
    chosen.current?.run()
  })
  const isOn = maySearch(useSignedIn())
  const may = useMay()
  const found = usePaletteHits(typed, {
    ...{ isOn, goTo },
    reports: may(SICKNOTE_EDITORS),
    seesRestricted: may('view pupil sensitive'),
  })
  // Hits from the server are added below, so that nothing moves under a press.
  const shown = [...matchingEntries(entries, typed), ...found.hits]
  const hits = [...shown, ...found.actions, ...found.ways]
  const label = isOn ? SEARCH_FIELD : FIELD
  const choose = (entry: PaletteEntry) => {
    chosen.current = entry
    dialog.onClose()
  }
  const choosing = useChoosing({ listId, hits, isPending: found.isPending, onChoose: choose })
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
        {statusText({ ...found, count: shown.length }, typed)}
      </p>
      {hits.length > 0 && (
        <Hits id={listId} typed={typed} hits={hits} active={active} onPoint={choosing.point} onChoose={choose} />
      )}
    </Modal>
  )
}
