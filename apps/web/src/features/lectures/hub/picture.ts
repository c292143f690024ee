import type { Lecture } from '@naru/contract/lectures';
import { DAY_NAMES } from '@naru/contract/timetable';
import { formatHour, periodOf } from '../days.ts';
import { blockColors } from '../theme-color.ts';
import type { TimetableLecture } from '../timetable/entries.ts';
import { layOut, type TimetableLayout } from '../timetable/layout.ts';
import { wrapText } from './wrap-text.ts';

type PictureLecture = TimetableLecture &
  Pick<Lecture, 'title' | 'room' | 'professorName' | 'themeColor'>;

type PictureInput = {
  /** `2026년 2학기` */
  title: string;
  /** Site name, shown small in the corner. */
  mark: string;
  theme: 'light' | 'dark';
  lectures: readonly PictureLecture[];
};

/** Measures in CSS pixels; the bitmap is `SCALE` times as large. */
const SCALE = 2;
const MARGIN = 24;
const TOP = 84;
const HEAD = 36;
const ROW = 64;
const SIDE = 60;
const COLUMN = 118;
const BOTTOM = 44;
const FAMILY = '"Naru Sans", "Pretendard Variable", Pretendard, sans-serif';

const PAPER = {
  light: { paper: '#ffffff', ink: '#0e2238', weak: '#586a7d', line: '#e2e8ef', sea: '#0b5bd3' },
  dark: { paper: '#111d2a', ink: '#e6edf5', weak: '#91a2b4', line: '#213146', sea: '#6aaaff' },
};

function fontOf(weight: number, size: number): string {
  return `${weight} ${size}px ${FAMILY}`;
}

export function pictureSize(lectures: readonly PictureLecture[]) {
  const { days, hours } = layOut(lectures);
  return {
    width: MARGIN * 2 + SIDE + days.length * COLUMN,
    height: TOP + HEAD + hours.length * ROW + BOTTOM,
  };
}

function drawGrid(
  canvas: CanvasRenderingContext2D,
  layout: TimetableLayout<PictureLecture>,
  colors: (typeof PAPER)['light'],
): void {
  const left = MARGIN + SIDE;
  const right = left + layout.days.length * COLUMN;
  canvas.textAlign = 'center';
  canvas.font = fontOf(700, 15);
  canvas.fillStyle = colors.ink;
  for (const [at, day] of layout.days.entries()) {
    canvas.fillText(DAY_NAMES[day], left + (at + 0.5) * COLUMN, TOP + 23);
  }
  canvas.textAlign = 'right';
  for (const [at, hour] of layout.hours.entries()) {
    const top = TOP + HEAD + at * ROW;
    canvas.fillStyle = colors.line;
    canvas.fillRect(MARGIN, top, right - MARGIN, 1);
    const period = periodOf(hour);
    canvas.fillStyle = colors.ink;
    canvas.font = fontOf(700, 13);
    if (period !== null) canvas.fillText(`${period}교시`, left - 10, top + 20);
    canvas.fillStyle = colors.weak;
    canvas.font = fontOf(500, 12);
    canvas.fillText(formatHour(hour), left - 10, top + (period === null ? 20 : 37));
  }
  canvas.fillStyle = colors.line;
  const height = HEAD + layout.hours.length * ROW;
  for (const at of layout.days.keys())
    canvas.fillRect(left + at * COLUMN, TOP + HEAD, 1, height - HEAD);
}

type Box = { left: number; top: number; width: number; height: number };

function drawBlock(
  canvas: CanvasRenderingContext2D,
  lecture: PictureLecture,
  box: Box,
  theme: 'light' | 'dark',
) {
  const colors = blockColors(lecture.themeColor, theme);
  canvas.fillStyle = colors.background;
  canvas.beginPath();
  canvas.roundRect(box.left, box.top, box.width, box.height, 8);
  canvas.fill();
  canvas.fillStyle = colors.edge;
  canvas.beginPath();
  canvas.roundRect(box.left, box.top, 4, box.height, [8, 0, 0, 8]);
  canvas.fill();
  canvas.fillStyle = colors.text;
  canvas.textAlign = 'left';
  let y = box.top + 20;
  const width = box.width - 18;
  const measure = (line: string) => canvas.measureText(line).width;
  const write = (text: string, size: number, weight: number, maxLines: number) => {
    canvas.font = fontOf(weight, size);
    for (const line of wrapText(text, width, maxLines, measure)) {
      if (y > box.top + box.height - 6) return;
      canvas.fillText(line, box.left + 11, y);
      y += size + 4;
    }
  };
  write(lecture.title, 14, 700, box.height > ROW ? 3 : 2);
  write(lecture.room, 12, 500, 2);
  write(lecture.professorName, 12, 500, 1);
}

/** Expects a canvas that is already scaled. */
export function drawTimetable(canvas: CanvasRenderingContext2D, input: PictureInput): void {
  const layout = layOut(input.lectures);
  const { width, height } = pictureSize(input.lectures);
  const colors = PAPER[input.theme];
  canvas.fillStyle = colors.paper;
  canvas.fillRect(0, 0, width, height);
  canvas.textAlign = 'left';
  canvas.fillStyle = colors.ink;
  canvas.font = fontOf(800, 24);
  canvas.fillText(`${input.title} 시간표`, MARGIN, 52);
  drawGrid(canvas, layout, colors);
  for (const [at, row] of layout.rows.entries()) {
    for (const cell of row.cells) {
      const left = MARGIN + SIDE + layout.days.indexOf(cell.day) * COLUMN;
      const top = TOP + HEAD + at * ROW;
      for (const { lecture, ...part } of cell.entries) {
        const box = {
          left: left + part.left * COLUMN + 3,
          top: top + part.top * cell.span * ROW + 3,
          width: part.width * COLUMN - 5,
          height: part.height * cell.span * ROW - 5,
        };
        drawBlock(canvas, lecture, box, input.theme);
      }
    }
  }
  canvas.font = fontOf(600, 13);
  canvas.fillStyle = colors.weak;
  canvas.textAlign = 'left';
  const untimed = layout.untimed.map(({ title }) => title).join(', ');
  const measure = (text: string) => canvas.measureText(text).width;
  const footer = untimed && `시간 미정: ${untimed}`;
  const [line] = wrapText(footer, width - MARGIN * 2 - 160, 1, measure);
  if (line !== undefined) canvas.fillText(line, MARGIN, height - 18);
  canvas.textAlign = 'right';
  canvas.fillStyle = colors.sea;
  canvas.fillText(input.mark, width - MARGIN, height - 18);
}

/** Renders the week as a PNG in the page's Korean font. */
export async function paintTimetable(input: PictureInput): Promise<Blob> {
  const words = input.lectures.map((one) => `${one.title} ${one.room} ${one.professorName}`);
  const fixed = '시간표 교시 미정 월화수목금토일 0123456789:,…';
  const text = [input.title, input.mark, fixed, ...words].join(' ');
  // Loads the needed subsets; a font that fails to load falls back to the system font.
  await Promise.allSettled(
    [500, 600, 700, 800].map((weight) => document.fonts.load(fontOf(weight, 16), text)),
  );
  const { width, height } = pictureSize(input.lectures);
  const element = document.createElement('canvas');
  element.width = width * SCALE;
  element.height = height * SCALE;
  const canvas = element.getContext('2d');
  if (canvas === null) throw new Error('no canvas');
  canvas.scale(SCALE, SCALE);
  drawTimetable(canvas, input);
  return new Promise((resolve, reject) => {
    element.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
