import { Link } from '@tanstack/react-router'
import { CircleX } from 'lucide-react'
import { CONSENT_TEXTS, type ConsentState } from '#contract/consents/consents.state.ts'
import { formatDayOf } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import {
  isChanged,
  PHOTO_REACHES,
  type PhotoReach,
  photoReach,
  photoWord,
  photoWordBefore,
} from '#contract/photolists/photo-words.ts'
import { PHOTO_PURPOSES, type PhotoList, type PhotoPupil, type PhotoState } from '#contract/photolists/photolists.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { type PlainColumn, PlainRow, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import classes from './photo-list.module.css'

/** Whatever is not a „ja“ must not look like one. */
const LOOKS: Record<ConsentState, StatusLook> = {
  granted: { tone: 'positive', icon: 'check' },
  refused: { tone: 'negative', icon: 'cross' },
  withdrawn: { tone: 'negative', icon: 'cross' },
  incomplete: { tone: 'attention', icon: 'wait' },
  unasked: { tone: 'neutral', icon: 'dot' },
}

const REACH_TITLES: Record<PhotoReach, string> = {
  nowhere: 'Nirgends zeigen',
  some: 'Nicht überall zeigen',
  everywhere: 'Darf überall gezeigt werden',
}

const News = ({ children }: { children: string }) => <strong className={classes.news}>{`▸ ${children}`}</strong>

/** What the paper at hand does not say. */
const newsText = (photo: PhotoState, since: PhotoList['since']) => {
  const before = photoWordBefore(photo)
  return since && before && `neu seit ${formatDayOf(since.printed_at)}, ${before}`
}

const PhotoMark = ({ photo, since }: { photo: PhotoState; since: PhotoList['since'] }) => {
  const news = newsText(photo, since)
  return (
    <div>
      <StatusChip {...LOOKS[photo.state]}>{photoWord(photo)}</StatusChip>
      {news && <News>{news}</News>}
    </div>
  )
}

const columnsOf = ({ schoolclass, since }: PhotoList): PlainColumn<PhotoPupil>[] => [
  {
    title: 'Name',
    isName: true,
    cell: (pupil) => (
      <>
        <Link to={paths.pupil(pupil.id)} hash="consents">
          {listName(pupil)}
        </Link>
        {hasLeft(pupil) && <span className="sh-quiet sh-small sh-regular sh-block">abgegangen</span>}
        {pupil.is_new && since && <News>{`neu auf der Liste seit ${formatDayOf(since.printed_at)}`}</News>}
      </>
    ),
  },
  ...(schoolclass ? [] : [{ title: 'Klasse', cell: (pupil: PhotoPupil) => pupil.schoolclass?.classgradePlain ?? '' }]),
  ...PHOTO_PURPOSES.map((purpose) => ({
    title: CONSENT_TEXTS[purpose].label,
    // A phone has the word on the same line.
    label: CONSENT_TEXTS[purpose].label.replace('Fotos ', ''),
    className: classes.purpose,
    cell: ({ photos }: PhotoPupil) => <PhotoMark photo={photos[purpose]} since={since} />,
  })),
]

interface PhotoListTableProps {
  list: PhotoList
  /** The pupils that are shown. */
  pupils: readonly PhotoPupil[]
  caption: string
}

/** Who may be shown where; children who may not be shown at all come first. */
export const PhotoListTable = ({ list, pupils, caption }: PhotoListTableProps) => {
  const columns = columnsOf(list)
  const groups = PHOTO_REACHES.map((reach) => ({
    reach,
    rows: pupils.filter((pupil) => photoReach(pupil) === reach),
  })).filter(({ rows }) => rows.length > 0)
  return (
    <PlainTable
      isStacked
      className={classes.list ?? ''}
      caption={caption}
      columns={columns}
      rows={pupils}
      bodies={groups.map(({ reach, rows }) => (
        <tbody key={reach} data-reach={reach}>
          <tr>
            <th colSpan={columns.length} scope="rowgroup" className={classes.reach}>
              {reach === 'nowhere' && <CircleX size={18} aria-hidden />} {`${REACH_TITLES[reach]} (${rows.length})`}
            </th>
          </tr>
          {rows.map((pupil, index) => (
            <PlainRow key={pupil.id} columns={columns} row={pupil} index={index} isLabelled />
          ))}
        </tbody>
      ))}
    />
  )
}

/** The rows of a choice of the page. */
export const shownPupils = (pupils: readonly PhotoPupil[], choice: 'all' | 'limited' | 'changed') => {
  if (choice === 'changed') return pupils.filter(isChanged)
  return choice === 'limited' ? pupils.filter((pupil) => photoReach(pupil) !== 'everywhere') : pupils
}
