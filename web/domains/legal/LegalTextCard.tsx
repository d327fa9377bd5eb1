import { Link } from '@tanstack/react-router'
import { headingAnchors, parseMarkdown } from '#contract/markdown-blocks.ts'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import classes from './LegalPage.module.css'

/** Fewer headings are seen at once. */
const CONTENTS_FROM = 4

const focusHeading = (anchor: string) => document.getElementById(anchor)?.focus({ preventScroll: true })

/** A long text with its table of contents (ux §3.18). */
export const LegalTextCard = ({ text }: { text: string }) => {
  const headings = headingAnchors(parseMarkdown(text))
  return (
    <div className={classes.text}>
      {headings.length >= CONTENTS_FROM && (
        <nav className={`sh-screen-only ${classes.contents}`} aria-label="Inhalt">
          <ul>
            {headings.map(({ level, text: heading, anchor }) => (
              <li key={anchor} data-level={level}>
                <Link to="." hash={anchor} activeOptions={{ includeHash: true }} onClick={() => focusHeading(anchor)}>
                  {heading}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <TextBlocks text={text} level={2} hasAnchors />
    </div>
  )
}
