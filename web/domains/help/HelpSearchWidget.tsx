import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SearchField } from '#web/lists/SearchField.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { MarkedHelpText, MarkedWords } from './HelpTextCard.tsx'
import { handbook, placePath } from './handbook.ts'
import classes from './help.module.css'
import { excerptOf, type HelpHit, searchHandbook } from './search-handbook.ts'

/** More places than this are too many to read; further words find the right one. */
const SHOWN_MAX = 25

const countText = (count: number) => {
  if (count > SHOWN_MAX) return `${count} Stellen, die ersten ${SHOWN_MAX} stehen hier`
  return count === 1 ? '1 Stelle' : `${count} Stellen`
}

const HitPart = ({ hit, typed }: { hit: HelpHit; typed: string }) => (
  <li>
    <Link to={placePath(hit.chapter)} search={{ markiert: typed }} hash={hit.anchor} data-row-link="">
      {[hit.chapter, hit.section].filter(Boolean).join(' › ')}
    </Link>
    <p className="sh-flush">
      <MarkedHelpText text={excerptOf(hit.text, typed)} />
    </p>
  </li>
)

/** ↓ and ↑ go through the hits; before the first one they lead back to the field. */
const stepThroughHits = (list: HTMLElement, key: string) => {
  const links = [...list.querySelectorAll<HTMLElement>('a[data-row-link]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const target = key === 'ArrowDown' ? links[at + 1] : links[at - 1]
  if (target) target.focus()
  else if (key === 'ArrowUp') list.closest('section')?.querySelector('input')?.focus()
}

const Hits = ({ typed, onReset }: { typed: string; onReset: () => void }) => {
  const hits = searchHandbook(handbook, typed)
  return (
    <>
      <p role="status" className={hits.length > 0 ? 'sh-quiet' : 'sh-visually-hidden'}>
        {hits.length > 0 ? countText(hits.length) : 'Keine Treffer.'}
      </p>
      {hits.length === 0 && (
        <EmptyState
          title={`Keine Treffer für „${typed}“.`}
          text="Versuchen Sie es mit einem anderen oder einem kürzeren Wort."
          action={
            <Button variant="default" onClick={onReset}>
              Alle Kapitel zeigen
            </Button>
          }
        />
      )}
      <MarkedWords value={typed}>
        <ul
          className={`sh-plain-list sh-ruled ${classes.hits}`}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            stepThroughHits(event.currentTarget, event.key)
          }}
        >
          {hits.slice(0, SHOWN_MAX).map((hit) => (
            <HitPart key={`${hit.chapter} ${hit.anchor}`} hit={hit} typed={typed} />
          ))}
        </ul>
      </MarkedWords>
    </>
  )
}

/** The search through all chapters; while something is searched for, its hits stand in place of the page. */
export const HelpSearchWidget = ({ children }: { children: ReactNode }) => {
  const url = useUrlSearch()
  const typed = url.get('suche') ?? ''
  const search = (text: string) => url.set({ suche: text || undefined })
  return (
    <section aria-label="Suche im Handbuch">
      <div className={`sh-screen-only sh-below-4 ${classes.search}`}>
        <SearchField label="Im Handbuch suchen" value={typed} onSearch={search} />
      </div>
      {typed ? <Hits typed={typed} onReset={() => search('')} /> : children}
    </section>
  )
}
