import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import type { PaperSubject } from '#contract/papers/papers.kinds.ts'
import { listPaperFiles } from '#server/domains/papers/papers.shared.queries.ts'
import { openSealedPaper } from '#server/domains/papers/seal-paper.shared.ts'
import type { PackageContext } from './package-context.ts'
import { fact, factsOf, omittedTexts } from './shown-facts.ts'
import { PUPIL_TABLES } from './shown-pupil.ts'
import { entry, section } from './tree.ts'

/** The zip is written in memory: what is above this is given out apart. */
const FILES_BYTES = 50 * 1024 * 1024

const APART =
  'Die Dateien sind nicht enthalten. Sie könnten etwas über eine Person sagen, die unter einer anderen Anschrift wohnt (Art. 15 Abs. 4 DSGVO). Fragen Sie bitte die Schule danach: Sie sieht sie durch und gibt sie gesondert heraus.'
const TOO_LARGE = 'Einige Dateien sind zusammen zu groß für dieses Paket. Die Schule gibt sie gesondert heraus.'

/** The stored papers of a record; their files lie in the package beside the text, under a name that names nobody. */
export async function paperSection(
  context: PackageContext,
  subject: PaperSubject,
  id: number,
): Promise<PackageSection[]> {
  const { tx, keys, schoolId, names, files, seesTexts } = context
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  const rows = await listPaperFiles(tx, { subject, id, bytesMax: seesTexts ? FILES_BYTES - bytes : 0 })
  if (rows.length === 0) return []
  const { paper } = PUPIL_TABLES
  const entries = rows.map(({ content_encrypted, ...row }) => {
    const facts = factsOf(paper, row, { names, omit: omittedTexts(paper, context) })
    if (!content_encrypted) return entry(facts)
    const name = `unterlage-${files.length + 1}.pdf`
    files.push({ name, content: openSealedPaper(keys, { school_id: schoolId, id: row.id }, content_encrypted) })
    return entry([...facts, fact('file', 'Datei', name)])
  })
  const hasMissing = rows.some(({ content_encrypted }) => content_encrypted === null)
  const paragraphs = seesTexts ? (hasMissing ? [TOO_LARGE] : []) : [APART]
  return [section('paper', 'Abgelegte Unterlagen', { paragraphs, entries })]
}
