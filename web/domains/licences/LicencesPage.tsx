import { Anchor, Box, Button, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import {
  LICENCE_LIST_FILE,
  LICENCE_TEXTS_FILE,
  LicenceList,
  type LicensedPackage,
  type PackageUse,
} from '#contract/licences/licences.ts'
import { BASE } from '#web/base-path.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './LicencesPage.module.css'

const addressOf = (file: string) => `${BASE}/${file}`

/** The build knows what it shipped, so the list is a file of the build and no answer of the server. */
const listQuery = queryOptions({
  queryKey: [LICENCE_LIST_FILE],
  queryFn: async ({ signal }) => {
    const reply = await fetch(addressOf(LICENCE_LIST_FILE), { signal })
    if (!reply.ok) throw new Error(`${LICENCE_LIST_FILE}: ${reply.status}`)
    return LicenceList.parse(await reply.json())
  },
  staleTime: Number.POSITIVE_INFINITY,
  // The page says it in place of the list.
  meta: { quiet: true },
})

const USES: Record<PackageUse, string> = { browser: 'Browser', server: 'Server' }
const useText = ({ uses }: LicensedPackage) => uses.map((use) => USES[use]).join(' und ')

const COLUMNS: readonly PlainColumn<LicensedPackage>[] = [
  { title: 'Programm', isName: true, cell: ({ name }) => name, className: classes.name },
  { title: 'Version', cell: ({ version }) => version, className: 'sh-not-on-phones' },
  { title: 'Lizenz', cell: ({ licence }) => licence },
  { title: 'Läuft im', cell: useText, className: 'sh-not-on-phones' },
]

const buttonColumn = (onRead: (one: LicensedPackage) => void): PlainColumn<LicensedPackage> => ({
  title: 'Text der Lizenz',
  isTitleHidden: true,
  align: 'end',
  label: null,
  className: 'sh-one-line sh-screen-only',
  cell: (one) => (
    <Button
      variant="default"
      size="compact-md"
      aria-label={`Text der Lizenz: ${one.name} ${one.version}`}
      onClick={() => onRead(one)}
    >
      Text
    </Button>
  ),
})

/** Licences are written for 80 columns: lines of one paragraph are joined, those that stand apart stay. */
export const unwrapped = (text = '') =>
  text.replace(/(?<=[^\n]{48})[ \t]*\n[ \t]*(?=[\p{Ll}\p{Lu}("'`](?![).]))(?!Copyright)/gu, ' ')

const matches = (one: LicensedPackage, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${one.name} ${one.licence} ${useText(one)}`.toLowerCase().includes(word))

const countText = (shown: number, all: number) => {
  const programs = counted(all, 'Programm', 'Programme')
  return shown === all ? programs : `${shown} von ${counted(all, 'Programm', 'Programmen')}`
}

const PackageList = ({ list: { packages, texts } }: { list: LicenceList }) => {
  const url = useUrlSearch()
  const [read, setRead] = useState<LicensedPackage>()
  const typed = url.get('suche') ?? ''
  const search = (text: string) => url.set({ suche: text || undefined })
  const shown = packages.filter((one) => matches(one, typed))
  return (
    <TitledCard id="programme" title="Enthaltene Programme" gap="sm">
      <div className={`sh-screen-only ${classes.search}`}>
        <SearchField label="Programm oder Lizenz suchen" value={typed} onSearch={search} />
      </div>
      <p role="status" className="sh-quiet sh-below-2">
        {countText(shown.length, packages.length)}
      </p>
      {shown.length > 0 ? (
        <PlainTable
          caption="Enthaltene Programme und ihre Lizenzen"
          columns={[...COLUMNS, buttonColumn(setRead)]}
          rows={shown}
          rowKey={({ name, version }) => `${name} ${version}`}
        />
      ) : (
        <EmptyState
          title={`Keine Treffer für „${typed}“.`}
          action={
            <Button variant="default" onClick={() => search('')}>
              Alle zeigen
            </Button>
          }
        />
      )}
      {read && (
        <NativeDialog title={`${read.name} ${read.version}`} onClose={() => setRead(undefined)}>
          <p className={`sh-flush ${classes.text}`} lang="en">
            {unwrapped(texts[read.text])}
          </p>
        </NativeDialog>
      )}
    </TitledCard>
  )
}

/** The licences of everything that Schulhof contains: most of them ask to be passed on with the program (ADR 0051). */
export const LicencesPage = () => (
  <Box maw={1100}>
    <PageHead crumbs={[{ text: 'Impressum', to: paths.legalNotice }]}>Lizenzen</PageHead>
    <Text mb="lg" className="sh-measure">
      Schulhof enthält Programme und Schriften, die andere geschrieben und freigegeben haben. Hier steht, welche es sind
      und unter welcher Lizenz.{' '}
      <Anchor href={addressOf(LICENCE_TEXTS_FILE)} underline="always" className="sh-screen-only" target="_blank">
        Alle Lizenztexte in einer Datei
      </Anchor>
    </Text>
    <Loaded query={useQuery(listQuery)}>{(list) => <PackageList list={list} />}</Loaded>
  </Box>
)
