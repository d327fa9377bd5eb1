import { HandbookPage } from './HandbookPage.tsx'
import { HelpChapterPage, loadHelpChapter } from './HelpChapterPage.tsx'
import { HelpPage, loadHelp } from './HelpPage.tsx'

/** One file of the build for all pages of the help: whoever opens one of them mostly opens another. */
export const helpPages = {
  contents: { component: HelpPage, load: loadHelp },
  chapter: { component: HelpChapterPage, load: loadHelpChapter },
  everything: { component: HandbookPage },
}
