import { FILE_MESSAGES } from '#contract/formats.ts'
import {
  PAPER_BYTES,
  PAPER_LIMIT,
  PAPER_PAGES_MAX,
  PAPER_TEXTS,
  PHOTO_PIXELS_MAX,
  PHOTO_SIDE_MAX,
} from '#contract/papers/papers.ts'
import type { VirusCheck } from '#server/documents/check-virus.ts'
import { inspectPdf, isPdf } from '#server/documents/inspect-pdf.ts'
import { isPhoto, photosToPdf } from '#server/documents/photo-pages.ts'
import { invalid, unchecked } from '#server/http/api-error.ts'

interface Upload {
  body: Uint8Array
  /** The bytes of each file in the body; undefined: it is one file. */
  sizes: readonly number[] | undefined
  title: string
  at: Date
  checkVirus: VirusCheck | undefined
}

export interface PaperFile {
  content: Uint8Array
  pages: number
}

const refuse = (text: string) => invalid({ file: [text] }, text)

const PDF_REFUSALS = {
  broken: PAPER_TEXTS.pdfBroken,
  locked: PAPER_TEXTS.pdfLocked,
  active: PAPER_TEXTS.pdfActive,
} as const

/** The files one after the other. */
function split({ body, sizes = [body.length] }: Pick<Upload, 'body' | 'sizes'>) {
  if (body.length === 0) throw refuse(PAPER_TEXTS.empty)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total !== body.length) throw invalid({ sizes: [PAPER_TEXTS.incomplete] }, PAPER_TEXTS.incomplete)
  let start = 0
  return sizes.map((size) => {
    start += size
    return body.subarray(start - size, start)
  })
}

function requireTypes(files: readonly Uint8Array[]) {
  if (files.every(isPhoto)) return
  if (!files.every((file) => isPhoto(file) || isPdf(file))) throw refuse(PAPER_TEXTS.type)
  if (files.length > 1) throw refuse(PAPER_TEXTS.mixed)
}

/** Refused also when nobody can say whether it is clean. */
async function requireClean(files: readonly Uint8Array[], checkVirus: VirusCheck | undefined) {
  if (!checkVirus) return
  for (const file of files) {
    const finding = await checkVirus(file)
    if (finding === 'infected') throw refuse(PAPER_TEXTS.infected)
    if (finding === 'unchecked') throw unchecked(PAPER_TEXTS.unchecked)
  }
}

function readPdf(content: Uint8Array): PaperFile {
  const found = inspectPdf(content)
  if (typeof found === 'string') throw refuse(PDF_REFUSALS[found])
  if (found.pages > PAPER_PAGES_MAX) throw refuse(PAPER_TEXTS.pdfPages)
  return { content, pages: found.pages }
}

async function readPhotos(photos: readonly Uint8Array[], { title, at }: Pick<Upload, 'title' | 'at'>) {
  const limits = { sideMax: PHOTO_SIDE_MAX, pixelsMax: PHOTO_PIXELS_MAX }
  const content = await photosToPdf(photos, { title, at, limits })
  if (content === 'too large') throw refuse(PAPER_TEXTS.photoSize)
  if (content === 'unreadable') throw refuse(PAPER_TEXTS.photoBroken)
  if (content.length > PAPER_BYTES) throw refuse(FILE_MESSAGES.totalSize(PAPER_LIMIT))
  return { content, pages: photos.length }
}

/** Makes one PDF of an upload; 422 with the reason for a file that is not kept. The first bytes say what a file is. */
export async function readUpload(upload: Upload): Promise<PaperFile> {
  const files = split(upload)
  requireTypes(files)
  await requireClean(files, upload.checkVirus)
  const [first] = files
  return first && isPdf(first) ? readPdf(first) : readPhotos(files, upload)
}
