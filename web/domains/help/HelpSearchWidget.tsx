import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '#contract/counted.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { SearchField } from '#web/lists/SearchField.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { FAMILIES_TITLE, STAFF_TITLE, searchFamilyHelp } from './family-help.ts'
import { MarkedHelpText, MarkedWords } from './HelpTextCard.tsx'
import { handbook, placePath } from './handbook.ts'
import classes from './help.module.css'
import { excerptOf, type HelpHit, searchHandbook } from './search-handbook.ts'

/** More places than this are too many to read; further words find the right one. */
const SHOWN_MAX = 25

const countText = (count: number) =>
  count > SHOWN_MAX ? `${count} Stellen, die ersten ${SHOWN_MAX} stehen hier` : counted(count, 'Stelle', 'Stellen')

const HitPart = ({ hit, typed }: { hit: HelpHit; typed: string }) => (
  <li>
    <Link to={placePath(hit.chapter)} search={{ markiert: typed }} hash={hit.anchor} data-row-link="">
      {[hit.chapter, hit.section].filter(Boolean).join(' › ')}
    </Link>
    <p className="sh-flush">
      <MarkedHelpText text={excerptOf(hit.shown, typed, hit.fold)} />
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

const HandbookHits = ({ hits, typed }: { hits: readonly HelpHit[]; typed: string }) => (
  <ul
    className={`sh-plain-list sh-ruled ${classes.hits}`}
    onKeyDown={(event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      stepThroughHits(event.currentTarget, event.key)
    }}
  >
    {hits.map((hit) => (
      <HitPart key={`${hit.chapter} ${hit.anchor}`} hit={hit} typed={typed} />
    ))}
  </ul>
)

type FamilyHit = ReturnType<typeof searchFamilyHelp>[number]

/** A question of families with its whole answer: nobody has to go on from here. */
const FamilyHits = ({ hits }: { hits: readonly FamilyHit[] }) => (
  <ul className={`sh-plain-list sh-ruled ${classes.hits}`}>
    {hits.map(({ topic, entry }) => (
      <li key={`${topic} ${entry.question}`}>
        <strong className="sh-bold">
          {topic} › <MarkedHelpText text={entry.question} />
        </strong>
        <p className="sh-flush">
          <MarkedHelpText text={entry.answer} /> {entry.way && <a href={entry.way.to}>{entry.way.text}</a>}
        </p>
      </li>
    ))}
  </ul>
)

/** Nothing is found: what else to try, and that the program cannot do everything. */
const NoHelp = ({ typed, isSignedIn }: { typed: string; isSignedIn: boolean }) => (
  <EmptyState
    title={`Keine Treffer für „${typed}“.`}
    text={
      isSignedIn
        ? 'Versuchen Sie es mit einem anderen oder kürzeren Wort. Vielleicht gibt es das in Schulhof nicht, zum Beispiel Stundenpläne und Noten.'
        : 'Versuchen Sie es mit einem anderen oder kürzeren Wort. Fragen zu Ihrem Kind beantwortet die Schule am Telefon.'
    }
    action={
      <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.help} />}>
        {isSignedIn ? 'Alle Kapitel zeigen' : 'Alle Fragen zeigen'}
      </Button>
    }
  />
)

/** Whoever is not signed in is most likely a parent: with answers for families, those of the handbook wait below. */
const Hits = ({ typed }: { typed: string }) => {
  const isSignedIn = useSignedIn() !== undefined
  const families = isSignedIn ? [] : searchFamilyHelp(typed)
  const hits = searchHandbook(handbook, typed)
  const count = families.length || hits.length
  const found = families.length > 0 ? counted(count, 'Antwort', 'Antworten') : countText(count)
  const handbookHits = hits.length > 0 && <HandbookHits hits={hits.slice(0, SHOWN_MAX)} typed={typed} />
  return (
    <>
      <p role="status" className={count > 0 ? 'sh-quiet' : 'sh-visually-hidden'}>
        {count > 0 ? found : 'Keine Treffer.'}
      </p>
      {count === 0 && <NoHelp typed={typed} isSignedIn={isSignedIn} />}
      <MarkedWords value={typed}>
        {families.length > 0 && (
          <>
            <Title order={2} mt="md">
              {FAMILIES_TITLE}
            </Title>
            <FamilyHits hits={families} />
          </>
        )}
        {families.length > 0 && hits.length > 0 ? (
          <FoldedPart name="handbuch" summary={`${STAFF_TITLE}: ${countText(hits.length)}`}>
            {handbookHits}
          </FoldedPart>
        ) : (
          handbookHits
        )}
      </MarkedWords>
    </>
  )
}

/** The search through all chapters; while something is searched for, its hits stand in place of the page. */
export const HelpSearchWidget = ({ children }: { children: ReactNode }) => {
  const url = useUrlSearch()
  const typed = url.get('suche') ?? ''
  return (
    <section aria-label="Suche in der Hilfe">
      <div className={`sh-screen-only sh-below-4 ${classes.search}`}>
        <SearchField
          label="In der Hilfe suchen"
          value={typed}
          onSearch={(text) => url.set({ suche: text || undefined })}
        />
      </div>
      {typed ? <Hits typed={typed} /> : children}
    </section>
  )
}
