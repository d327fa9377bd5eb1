import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { chaptersFor } from '#web/shell/help-chapters.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { ContentsMenu } from '#web/ui/ContentsMenu.tsx'
import { HelpPrintWidget } from './HelpPrintWidget.tsx'
import { HelpTextCard } from './HelpTextCard.tsx'
import { chapterAt } from './handbook.ts'
import classes from './help.module.css'

const CRUMBS = [{ text: 'Hilfe', to: paths.help }]

/** The whole handbook on one page, for printing: each chapter begins on a new sheet. */
export const HandbookPage = () => {
  const { own, others } = chaptersFor(useSignedIn())
  const places = [...own, ...others].map(({ slug, title }) => ({ id: slug, title }))
  return (
    <>
      <PageHead crumbs={CRUMBS} current="Alle Kapitel" actions={<HelpPrintWidget />}>
        Handbuch
      </PageHead>
      <div className={classes.chapter} data-aside>
        <ContentsMenu places={places} isAside />
        <div>
          {places.map(({ id, title }) => (
            <section key={id} className={classes.whole} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>
                {title}
              </h2>
              <HelpTextCard blocks={chapterAt(id)?.blocks ?? []} level={3} prefix={`${id}--`} />
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
