import { Link, notFound, useLocation } from '@tanstack/react-router'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { chaptersFor } from '#web/shell/help-chapters.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { ContentsMenu } from '#web/ui/ContentsMenu.tsx'
import { HelpPrintWidget } from './HelpPrintWidget.tsx'
import { HelpSearchWidget } from './HelpSearchWidget.tsx'
import { HelpTextCard, MarkedWords } from './HelpTextCard.tsx'
import { chapterAt } from './handbook.ts'
import classes from './help.module.css'
import { type HelpBlock, plainHelpText } from './parse-handbook.ts'

const CRUMBS = [{ text: 'Hilfe', to: paths.help }]

export const loadHelpChapter = async ({ params }: PageProps) => {
  if (!chapterAt(params.kapitel)) throw notFound()
}

/** Fewer places are seen at once. */
const CONTENTS_FROM = 2

const headingsOf = (blocks: readonly HelpBlock[]) =>
  blocks.flatMap((block) =>
    block.kind === 'heading' ? [{ id: block.anchor, title: plainHelpText(block.children) }] : [],
  )

/** Entries of lists that begin with bold words. */
const leadsOf = (blocks: readonly HelpBlock[]) =>
  blocks
    .flatMap((block) => (block.kind === 'list' ? block.items : []))
    .flatMap(({ anchor, children: [first] }) =>
      first?.kind === 'strong' ? [{ id: anchor, title: plainHelpText(first.children).replace(/[:.?]$/, '') }] : [],
    )

/** The headings of a chapter; a short one has none, and its lists begin with what they are about. */
const placesOf = (blocks: readonly HelpBlock[]) => {
  const headings = headingsOf(blocks)
  return headings.length >= CONTENTS_FROM ? headings : leadsOf(blocks)
}

/** The chapters before and after this one, in the order of the contents. */
const Neighbours = ({ slug }: { slug: string }) => {
  const { own, others } = chaptersFor(useSignedIn())
  const all = [...own, ...others]
  const at = all.findIndex((chapter) => chapter.slug === slug)
  const [previous, next] = [all[at - 1], all[at + 1]]
  return (
    <nav
      className={`sh-row sh-spread sh-gap-4 sh-rule-above sh-screen-only ${classes.neighbours}`}
      aria-label="Kapitel"
    >
      {previous ? <Link to={paths.helpChapter(previous.slug)}>‹ {previous.title}</Link> : <span />}
      {next && <Link to={paths.helpChapter(next.slug)}>{next.title} ›</Link>}
    </nav>
  )
}

/** One chapter of the handbook; words of a search that led here are marked. */
export const HelpChapterPage = ({ params }: PageProps) => {
  const words = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('markiert') ?? '' })
  const chapter = chapterAt(params.kapitel)
  if (!chapter) return null
  const places = placesOf(chapter.blocks)
  const hasContents = places.length >= CONTENTS_FROM
  return (
    <>
      <PageHead crumbs={CRUMBS} documentTitle={`${chapter.title} – Hilfe`} actions={<HelpPrintWidget />}>
        {chapter.title}
      </PageHead>
      <HelpSearchWidget>
        <div className={classes.chapter} data-aside={hasContents}>
          {hasContents && <ContentsMenu places={places} heading="In diesem Kapitel" isAside />}
          <div>
            <MarkedWords value={words}>
              <HelpTextCard blocks={chapter.blocks} />
            </MarkedWords>
            <Neighbours slug={chapter.slug} />
          </div>
        </div>
      </HelpSearchWidget>
    </>
  )
}
