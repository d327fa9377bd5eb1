import { Button } from '@mantine/core'
import { PREVIEW_ROWS } from '#contract/retentions/retentions.lists.ts'
import type { PreviewLines, PreviewList } from './use-preview-lines.ts'

interface MoreButtonProps {
  list: PreviewList
  shown: number
  total: number
  /** What the list is about, for screen readers. */
  title: string
  lines: PreviewLines
}

/** Shows the next lines of a long list; on paper it says that there are more. */
export const MoreButton = ({ list, shown, total, title, lines: { isLoading, showMore } }: MoreButtonProps) => {
  const left = Math.min(PREVIEW_ROWS, total - shown)
  const text = `${shown.toLocaleString('de-DE')} von ${total.toLocaleString('de-DE')} gezeigt.`
  return (
    <p className="sh-row sh-gap-2 sh-flush">
      <span className="sh-quiet">{text}</span>
      <Button
        variant="default"
        size="compact-md"
        className="sh-screen-only"
        loading={isLoading}
        aria-label={`${left} weitere anzeigen: ${title}`}
        onClick={() => showMore(list)}
      >
        {left} weitere anzeigen
      </Button>
    </p>
  )
}
