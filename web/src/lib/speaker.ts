/** Quiet sounds, synthesised on the fly: tones that fade out and short bursts of noise. */
import { settings } from "./settings.svelte";
import type { Sound } from "./sounds";

interface Note {
  at: number; // seconds after the start
  lasts: number;
  loud: number;
  pitch: number; // of a tone; for noise, of the filter
  noise?: boolean;
}

const tone = (at: number, pitch: number, lasts = 0.25, loud = 0.5): Note => ({ at, pitch, lasts, loud });
const tap = (at: number, pitch: number, lasts = 0.05, loud = 1): Note => ({ at, pitch, lasts, loud, noise: true });

const NOTES: Record<Sound, Note[]> = {
  piece: [tap(0, 900), tone(0, 180, 0.09, 0.7)],
  dice: [tap(0, 2400, 0.03), tap(0.08, 2000, 0.03), tap(0.14, 2700, 0.03), tap(0.25, 1800, 0.04, 0.7), tap(0.33, 2200, 0.03, 0.4)],
  card: [tap(0, 3600, 0.09, 0.6), tap(0.07, 2200, 0.04, 0.4)],
  turn: [tone(0, 587), tone(0.12, 880, 0.4)],
  refusal: [tone(0, 165, 0.14, 0.6), tone(0.1, 139, 0.2, 0.6)],
  win: [tone(0, 523), tone(0.13, 659), tone(0.26, 784), tone(0.39, 1047, 0.7)],
};
const VOLUME = 0.12;
const APART = 0.14; // seconds between two simultaneous sounds
const SILENCE = 0.0001; // an exponential fade never reaches zero

let room: AudioContext | null = null;

/** Play sounds one after the other, if they are turned on. */
export function sound(sounds: Sound[]): void {
  if (!settings.sound || !sounds.length || !("AudioContext" in globalThis)) return;
  room ??= new AudioContext();
  const air = room;
  void air.resume(); // browsers stay silent until the user presses a key or button
  sounds.forEach((each, index) => NOTES[each].forEach((note) => strike(air, note, air.currentTime + index * APART)));
}

function strike(air: AudioContext, note: Note, from: number): void {
  const start = from + note.at;
  const end = start + note.lasts;
  const source = note.noise ? hiss(air, note) : hum(air, note);
  const fade = air.createGain();
  fade.gain.setValueAtTime(VOLUME * note.loud, start);
  fade.gain.exponentialRampToValueAtTime(SILENCE, end);
  source.last.connect(fade).connect(air.destination);
  source.first.start(start);
  source.first.stop(end);
}

interface Source {
  first: AudioScheduledSourceNode;
  last: AudioNode;
}

function hum(air: AudioContext, note: Note): Source {
  const string = air.createOscillator();
  string.type = "triangle";
  string.frequency.value = note.pitch;
  return { first: string, last: string };
}

function hiss(air: AudioContext, note: Note): Source {
  const samples = air.createBuffer(1, Math.ceil(air.sampleRate * note.lasts), air.sampleRate);
  const wave = samples.getChannelData(0);
  for (let index = 0; index < wave.length; index++) wave[index] = 2 * Math.random() - 1;
  const source = air.createBufferSource();
  source.buffer = samples;
  const through = air.createBiquadFilter();
  through.type = "bandpass";
  through.frequency.value = note.pitch;
  return { first: source, last: source.connect(through) };
}
