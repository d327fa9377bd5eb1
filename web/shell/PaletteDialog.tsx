import { Modal, TextInput, useMantineColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './PaletteDialog.module.css'
import type { PageRoute } from './page-route.ts'
import { matchingEntries, type PaletteEntry, paletteEntries } from './palette-entries.ts'

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
      goTo: (path) => void router.navigate({ to: path }),
      setColorScheme,
    })
  }, [router, baseData, setColorScheme])
}

interface HitsProps {
  id: string
  hits: readonly PaletteEntry[]
  active: PaletteEntry | undefined
  onPoint: (index: number) => void
  onChoose: (entry: PaletteEntry) => void
}

const optionId = (listId: string, { id }: PaletteEntry) => `${listId}-${id}`

const Hits = ({ id, hits, active, onPoint, onChoose }: HitsProps) => (
  <div role="listbox" id={id} aria-label="Treffer" className={classes.hits}>
    {[...new Set(hits.map(({ group }) => group))].map((group) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
      <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
        <div role="presentation" id={`${id}-${group}`} className={classes.group}>
          {group}
        </div>
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
                className={classes.hit}
                onPointerMove={() => onPoint(index)}
                onClick={() => onChoose(entry)}
              >
                {entry.text}
              </div>
            ),
        )}
      </div>
    ))}
  </div>
)

const countText = (count: number) => (count === 1 ? '1 Treffer' : `${count} Treffer`)

/** Strg+K: pages one may open and things to do, by a few letters and the keyboard (ux §2). */
export const PaletteDialog = ({ onClose }: { onClose: () => void }) => {
  const listId = useId()
  const entries = useEntries()
  const [typed, setTyped] = useState('')
  const [index, setIndex] = useState(0)
  const chosen = useRef<PaletteEntry>(undefined)
  const dialog = useOpened(() => {
    onClose()
    chosen.current?.run()
  })
  const hits = matchingEntries(entries, typed)
  const active = hits[index]

  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    chosen.current = entry
    dialog.onClose()
  }
  const step = (to: number) => {
    const next = (to + hits.length) % hits.length
    setIndex(next)
    const entry = hits[next]
    if (entry) document.getElementById(optionId(listId, entry))?.scrollIntoView({ block: 'nearest' })
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(index + 1),
    ArrowUp: () => step(index - 1),
    Enter: () => choose(active),
  }
  const press = (event: KeyboardEvent) => {
    const run = keys[event.key]
    if (!run || event.nativeEvent.isComposing || hits.length === 0) return
    event.preventDefault()
    run()
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
        className={classes.field ?? ''}
        role="combobox"
        aria-label="Seite oder Befehl"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(listId, active)}
        placeholder="Seite oder Befehl …"
        leftSection={<Search size={20} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setIndex(0)
        }}
        onKeyDown={press}
      />
      <p role="status" className={hits.length > 0 ? 'sh-visually-hidden' : classes.none}>
        {hits.length > 0 ? countText(hits.length) : `Keine Treffer für „${typed.trim()}“.`}
      </p>
      {hits.length > 0 && <Hits id={listId} hits={hits} active={active} onPoint={setIndex} onChoose={choose} />}
    </Modal>
  )
}
