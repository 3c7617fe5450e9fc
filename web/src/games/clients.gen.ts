// Generated from the folders of games by `python -m carreau.codegen`; do not edit.

import { eitherOf, oneOf } from "../lib/guards";
import type { GameClient } from "./board";
import { isAction as isBauabAction, isView as isBauabView, NOTATION as BauabNotation, type Action as BauabAction, type View as BauabView } from "./bauab/view.gen";
import { isAction as isCaratAction, isView as isCaratView, NOTATION as CaratNotation, type Action as CaratAction, type View as CaratView } from "./carat/view.gen";
import { isAction as isCaroAction, isView as isCaroView, NOTATION as CaroNotation, type Action as CaroAction, type View as CaroView } from "./caro/view.gen";
import { isAction as isCarreAction, isView as isCarreView, NOTATION as CarreNotation, type Action as CarreAction, type View as CarreView } from "./carre/view.gen";
import { isAction as isMisdAction, isView as isMisdView, NOTATION as MisdNotation, type Action as MisdAction, type View as MisdView } from "./misd/view.gen";
import { isAction as isNussknackerAction, isView as isNussknackerView, NOTATION as NussknackerNotation, type Action as NussknackerAction, type View as NussknackerView } from "./nussknacker/view.gen";
import { isAction as isPlanAction, isView as isPlanView, NOTATION as PlanNotation, type Action as PlanAction, type View as PlanView } from "./plan/view.gen";
import { isAction as isQarreAction, isView as isQarreView, NOTATION as QarreNotation, type Action as QarreAction, type View as QarreView } from "./qarre/view.gen";
import { isAction as isRauferAction, isView as isRauferView, NOTATION as RauferNotation, type Action as RauferAction, type View as RauferView } from "./raufer/view.gen";
import { isAction as isSchlauraffAction, isView as isSchlauraffView, NOTATION as SchlauraffNotation, type Action as SchlauraffAction, type View as SchlauraffView } from "./schlauraff/view.gen";
import { isAction as isSchollenschubserAction, isView as isSchollenschubserView, NOTATION as SchollenschubserNotation, type Action as SchollenschubserAction, type View as SchollenschubserView } from "./schollenschubser/view.gen";

export interface Views {
  bauab: BauabView;
  carat: CaratView;
  caro: CaroView;
  carre: CarreView;
  misd: MisdView;
  nussknacker: NussknackerView;
  plan: PlanView;
  qarre: QarreView;
  raufer: RauferView;
  schlauraff: SchlauraffView;
  schollenschubser: SchollenschubserView;
}

export interface Actions {
  bauab: BauabAction;
  carat: CaratAction;
  caro: CaroAction;
  carre: CarreAction;
  misd: MisdAction;
  nussknacker: NussknackerAction;
  plan: PlanAction;
  qarre: QarreAction;
  raufer: RauferAction;
  schlauraff: SchlauraffAction;
  schollenschubser: SchollenschubserAction;
}

export type GameName = keyof Views;

/** What `current` is in a View while anybody may be the first to act, and when the game is over. */
export const RACE = -3;
export const OVER = -4;

export const isGameName = oneOf<GameName>(["bauab", "carat", "caro", "carre", "misd", "nussknacker", "plan", "qarre", "raufer", "schlauraff", "schollenschubser"]);
export const isAnyView = eitherOf(isBauabView, isCaratView, isCaroView, isCarreView, isMisdView, isNussknackerView, isPlanView, isQarreView, isRauferView, isSchlauraffView, isSchollenschubserView);
export const isAnyAction = eitherOf(isBauabAction, isCaratAction, isCaroAction, isCarreAction, isMisdAction, isNussknackerAction, isPlanAction, isQarreAction, isRauferAction, isSchlauraffAction, isSchollenschubserAction);

/** How the actions of each game are typed. */
export const NOTATIONS: Readonly<Record<GameName, Readonly<Record<string, string>>>> = {
  bauab: BauabNotation,
  carat: CaratNotation,
  caro: CaroNotation,
  carre: CarreNotation,
  misd: MisdNotation,
  nussknacker: NussknackerNotation,
  plan: PlanNotation,
  qarre: QarreNotation,
  raufer: RauferNotation,
  schlauraff: SchlauraffNotation,
  schollenschubser: SchollenschubserNotation,
};

export const LOADERS: { readonly [Game in GameName]: () => Promise<{ default: GameClient<Game> }> } = {
  bauab: () => import("./bauab"),
  carat: () => import("./carat"),
  caro: () => import("./caro"),
  carre: () => import("./carre"),
  misd: () => import("./misd"),
  nussknacker: () => import("./nussknacker"),
  plan: () => import("./plan"),
  qarre: () => import("./qarre"),
  raufer: () => import("./raufer"),
  schlauraff: () => import("./schlauraff"),
  schollenschubser: () => import("./schollenschubser"),
};
